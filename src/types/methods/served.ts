import type { MethodDefinition } from '../method.js';
import { complete } from './completion.js';
import { cancelled, discover, initialize, initialized, ping, progress } from './lifecycle.js';
import { loggingMessage, setLevel } from './logging.js';
import { elicitationComplete, rootsListChanged } from './notices.js';
import { getPrompt, listPrompts, promptListChanged } from './prompts.js';
import {
  listResources,
  listResourceTemplates,
  readResource,
  resourceListChanged,
  resourceUpdated,
  subscribeResource,
  unsubscribeResource,
} from './resources.js';
import { listen, subscriptionsAcknowledged } from './subscriptions.js';
import { callTool, listTools, toolListChanged } from './tools.js';

/** The methods that a server answers or tells its clients: every one of the protocol but the questions to a client. */
export const servedMethods = [
  initialize,
  initialized,
  discover,
  ping,
  cancelled,
  progress,
  listTools,
  callTool,
  toolListChanged,
  listResources,
  listResourceTemplates,
  readResource,
  subscribeResource,
  unsubscribeResource,
  resourceUpdated,
  resourceListChanged,
  listPrompts,
  getPrompt,
  promptListChanged,
  complete,
  setLevel,
  loggingMessage,
  listen,
  subscriptionsAcknowledged,
  elicitationComplete,
  rootsListChanged,
] as const;

const byName = new Map<string, MethodDefinition>(servedMethods.map((method) => [method.name, method]));

/** The protocol's own definition of a method that a server answers or tells, or `undefined`. */
export function definitionOf(method: string): MethodDefinition | undefined {
  return byName.get(method);
}
