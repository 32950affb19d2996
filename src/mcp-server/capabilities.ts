import type { ServerCapabilities } from '../types/index.js';
import type { McpServerSettings } from './options.js';
import type { Registries } from './registries.js';

/** What an `McpServer` can do: tools, resources and prompts always, completions once there are any. */
export function capabilitiesOf(registries: Registries, options: McpServerSettings): ServerCapabilities {
  const capabilities: ServerCapabilities = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
  };
  if (registries.completions) capabilities.completions = {};
  if (options.protocolLogging !== false) capabilities.logging = {};
  return Object.assign(capabilities, options.capabilities);
}
