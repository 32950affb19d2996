// What each method is that a server answers or tells, apart from its definition: that brings the guards of params and results, which a
// client never runs. Clients, and what they share with servers, take names from here.
import type { MethodTraits } from '../method.js';

/** Opens a connection. */
export const initialize = {
  name: 'initialize',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
} as const satisfies MethodTraits;

/** Ends the opening. */
export const initialized = {
  name: 'notifications/initialized',
  kind: 'notification',
  sender: 'client',
  eras: ['legacy'],
} as const satisfies MethodTraits;

/** Tells what a server is and can do. */
export const discover = {
  name: 'server/discover',
  kind: 'request',
  sender: 'client',
  eras: ['modern'],
  since: '2026-07-28',
  cacheable: true,
} as const satisfies MethodTraits;

/** Asks whether the other side is there. */
export const ping = {
  name: 'ping',
  kind: 'request',
  sender: 'both',
  eras: ['legacy'],
} as const satisfies MethodTraits;

/** Gives up a request. From a modern server it can only mean a listen request. */
export const cancelled = {
  name: 'notifications/cancelled',
  kind: 'notification',
  sender: 'both',
  eras: ['legacy', 'modern'],
} as const satisfies MethodTraits;

/** Tells how far a request has come. Modern clients do not send it. */
export const progress = {
  name: 'notifications/progress',
  kind: 'notification',
  sender: 'both',
  eras: ['legacy', 'modern'],
} as const satisfies MethodTraits;

/** Lists tools, page by page. */
export const listTools = {
  name: 'tools/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'tools',
  cacheable: true,
} as const satisfies MethodTraits;

/** Calls a tool. */
export const callTool = {
  name: 'tools/call',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'tools',
  nameParam: 'name',
  mayRequireInput: true,
} as const satisfies MethodTraits;

/** Tells that the list of tools changed. */
export const toolListChanged = {
  name: 'notifications/tools/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  capability: 'tools',
} as const satisfies MethodTraits;

/** Lists resources, page by page. */
export const listResources = {
  name: 'resources/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'resources',
  cacheable: true,
} as const satisfies MethodTraits;

/** Lists resource templates, page by page. */
export const listResourceTemplates = {
  name: 'resources/templates/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'resources',
  cacheable: true,
} as const satisfies MethodTraits;

/** Reads a resource. */
export const readResource = {
  name: 'resources/read',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'resources',
  nameParam: 'uri',
  cacheable: true,
  mayRequireInput: true,
} as const satisfies MethodTraits;

/** Asks to be told when a resource changes. */
export const subscribeResource = {
  name: 'resources/subscribe',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  capability: 'resources',
} as const satisfies MethodTraits;

/** Asks to be told no more. */
export const unsubscribeResource = {
  name: 'resources/unsubscribe',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  capability: 'resources',
} as const satisfies MethodTraits;

/** Tells that a resource, or a part of it, changed. */
export const resourceUpdated = {
  name: 'notifications/resources/updated',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  capability: 'resources',
} as const satisfies MethodTraits;

/** Tells that the list of resources, or of templates, changed. */
export const resourceListChanged = {
  name: 'notifications/resources/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  capability: 'resources',
} as const satisfies MethodTraits;

/** Lists prompts, page by page. */
export const listPrompts = {
  name: 'prompts/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'prompts',
  cacheable: true,
} as const satisfies MethodTraits;

/** Fills in a prompt. */
export const getPrompt = {
  name: 'prompts/get',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'prompts',
  nameParam: 'name',
  mayRequireInput: true,
} as const satisfies MethodTraits;

/** Tells that the list of prompts changed. */
export const promptListChanged = {
  name: 'notifications/prompts/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  capability: 'prompts',
} as const satisfies MethodTraits;

/** Proposes values for an argument. The capability exists since 2025-03-26, the method from the start. */
export const complete = {
  name: 'completion/complete',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  capability: 'completions',
} as const satisfies MethodTraits;

/** Sets the lowest level of log messages to send. */
export const setLevel = {
  name: 'logging/setLevel',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  capability: 'logging',
} as const satisfies MethodTraits;

/** Carries a log message. */
export const loggingMessage = {
  name: 'notifications/message',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  capability: 'logging',
} as const satisfies MethodTraits;

/** Opens a stream of notifications; the result ends it. */
export const listen = {
  name: 'subscriptions/listen',
  kind: 'request',
  sender: 'client',
  eras: ['modern'],
  since: '2026-07-28',
} as const satisfies MethodTraits;

/** Starts a stream of notifications: what of the filter is honoured. */
export const subscriptionsAcknowledged = {
  name: 'notifications/subscriptions/acknowledged',
  kind: 'notification',
  sender: 'server',
  eras: ['modern'],
  since: '2026-07-28',
} as const satisfies MethodTraits;

/** Tells that what the user did at an address is done. */
export const elicitationComplete = {
  name: 'notifications/elicitation/complete',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy'],
  since: '2025-11-25',
} as const satisfies MethodTraits;

/** Tells that the client's roots changed. */
export const rootsListChanged = {
  name: 'notifications/roots/list_changed',
  kind: 'notification',
  sender: 'client',
  eras: ['legacy'],
} as const satisfies MethodTraits;

/** How the requests are called by which a server asks its client; their definitions bring the guards of all questions and answers. */
export const questionNames = {
  elicit: 'elicitation/create',
  createMessage: 'sampling/createMessage',
  listRoots: 'roots/list',
} as const;

/** All of them. */
export const served: readonly MethodTraits[] = [
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
];

const byName = new Map<string, MethodTraits>(served.map((method) => [method.name, method]));

/** What is known of a method that a server answers or tells; `undefined` of one that is not the protocol's. */
export function traitsOf(method: string): MethodTraits | undefined {
  return byName.get(method);
}

/** Whether the answer to a method may be questions to the client, instead of the result. */
export function mayAsk(method: string): boolean {
  return traitsOf(method)?.mayRequireInput === true;
}
