// What each method is, apart from its definition: that brings the guards of params and results, which both sides load only for
// what is not plainly in order. Names are taken from here.
import type { Era, MethodTraits, Sender } from '../method.js';

type Told = Partial<Omit<MethodTraits, 'name' | 'kind' | 'sender'>>;

const legacyOnly: readonly Era[] = ['legacy'];
const modernOnly: readonly Era[] = ['modern'];
const both: readonly Era[] = ['legacy', 'modern'];

/** Gives the traits of a request: of both eras, unless they say otherwise. */
function request<const Name extends string, const From extends Sender>(name: Name, sender: From, told: Told = {}) {
  return { eras: both, ...told, name, kind: 'request', sender } as const;
}

/** Gives those of a notification, likewise. */
function notification<const Name extends string, const From extends Sender>(name: Name, sender: From, told: Told = {}) {
  return { eras: both, ...told, name, kind: 'notification', sender } as const;
}

/** Opens a connection. */
export const initialize = request('initialize', 'client', { eras: legacyOnly });

/** Ends the opening. */
export const initialized = notification('notifications/initialized', 'client', { eras: legacyOnly });

/** Tells what a server is and can do. */
export const discover = request('server/discover', 'client', {
  eras: modernOnly,
  since: '2026-07-28',
  cacheable: true,
});

/** Asks whether the other side is there. */
export const ping = request('ping', 'both', { eras: legacyOnly });

/** Gives up a request. From a modern server it can only mean a listen request. */
export const cancelled = notification('notifications/cancelled', 'both');

/** Tells how far a request has come. Modern clients do not send it. */
export const progress = notification('notifications/progress', 'both');

/** Lists tools, page by page. */
export const listTools = request('tools/list', 'client', { capability: 'tools', cacheable: true });

/** Calls a tool. */
export const callTool = request('tools/call', 'client', {
  capability: 'tools',
  nameParam: 'name',
  mayRequireInput: true,
});

/** Tells that the list of tools changed. */
export const toolListChanged = notification('notifications/tools/list_changed', 'server', { capability: 'tools' });

/** Lists resources, page by page. */
export const listResources = request('resources/list', 'client', { capability: 'resources', cacheable: true });

/** Lists resource templates, page by page. */
export const listResourceTemplates = request('resources/templates/list', 'client', {
  capability: 'resources',
  cacheable: true,
});

/** Reads a resource. */
export const readResource = request('resources/read', 'client', {
  capability: 'resources',
  nameParam: 'uri',
  cacheable: true,
  mayRequireInput: true,
});

/** Asks to be told when a resource changes. */
export const subscribeResource = request('resources/subscribe', 'client', {
  eras: legacyOnly,
  capability: 'resources',
});

/** Asks to be told no more. */
export const unsubscribeResource = request('resources/unsubscribe', 'client', {
  eras: legacyOnly,
  capability: 'resources',
});

/** Tells that a resource, or a part of it, changed. */
export const resourceUpdated = notification('notifications/resources/updated', 'server', { capability: 'resources' });

/** Tells that the list of resources, or of templates, changed. */
export const resourceListChanged = notification('notifications/resources/list_changed', 'server', {
  capability: 'resources',
});

/** Lists prompts, page by page. */
export const listPrompts = request('prompts/list', 'client', { capability: 'prompts', cacheable: true });

/** Fills in a prompt. */
export const getPrompt = request('prompts/get', 'client', {
  capability: 'prompts',
  nameParam: 'name',
  mayRequireInput: true,
});

/** Tells that the list of prompts changed. */
export const promptListChanged = notification('notifications/prompts/list_changed', 'server', {
  capability: 'prompts',
});

/** Proposes values for an argument. The capability exists since 2025-03-26, the method from the start. */
export const complete = request('completion/complete', 'client', { capability: 'completions' });

/** Sets the lowest level of log messages to send. */
export const setLevel = request('logging/setLevel', 'client', { eras: legacyOnly, capability: 'logging' });

/** Carries a log message. */
export const loggingMessage = notification('notifications/message', 'server', { capability: 'logging' });

/** Opens a stream of notifications; the result ends it. */
export const listen = request('subscriptions/listen', 'client', { eras: modernOnly, since: '2026-07-28' });

/** Starts a stream of notifications: what of the filter is honoured. */
export const subscriptionsAcknowledged = notification('notifications/subscriptions/acknowledged', 'server', {
  eras: modernOnly,
  since: '2026-07-28',
});

/** Tells that what the user did at an address is done. */
export const elicitationComplete = notification('notifications/elicitation/complete', 'server', {
  eras: legacyOnly,
  since: '2025-11-25',
});

/** Tells that the client's roots changed. */
export const rootsListChanged = notification('notifications/roots/list_changed', 'client', { eras: legacyOnly });

/** Asks the client's user. Modern servers ask inside an `InputRequiredResult`. */
export const elicit = request('elicitation/create', 'server', { eras: legacyOnly, since: '2025-06-18' });

/** Asks the client's model, likewise. */
export const createMessage = request('sampling/createMessage', 'server', { eras: legacyOnly });

/** Asks for the client's roots, likewise. */
export const listRoots = request('roots/list', 'server', { eras: legacyOnly });

/** What a server answers or tells. */
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

/** Every method of the protocol. */
export const everyMethod: readonly MethodTraits[] = [...served, elicit, createMessage, listRoots];

const byName = new Map<string, MethodTraits>(served.map((method) => [method.name, method]));

/** What is known of a method that a server answers or tells; `undefined` of one that is not the protocol's. */
export function traitsOf(method: string): MethodTraits | undefined {
  return byName.get(method);
}

/** Whether the answer to a method may be questions to the client, instead of the result. */
export function mayAsk(method: string): boolean {
  return traitsOf(method)?.mayRequireInput === true;
}
