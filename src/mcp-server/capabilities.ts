import type { ServerCapabilities } from '../types/index.js';
import type { McpServerSettings } from './options.js';
import type { Registries } from './registries.js';

/**
 * What an `McpServer` can do: tools, resources and prompts always, completions once there are any. Changes are told to clients with a
 * connection always, to others unless their streams are switched off.
 */
export function capabilitiesOf(
  registries: Registries,
  options: McpServerSettings,
  connected: boolean,
): ServerCapabilities {
  const told = connected || options.subscriptions !== false;
  const capabilities: ServerCapabilities = {
    tools: told ? { listChanged: true } : {},
    resources: told ? { subscribe: true, listChanged: true } : {},
    prompts: told ? { listChanged: true } : {},
  };
  if (registries.completions) capabilities.completions = {};
  if (options.protocolLogging !== false) capabilities.logging = {};
  return Object.assign(capabilities, options.capabilities);
}
