import type { MethodDefinition } from '../method.js';
import { methods } from './all.js';
import { complete } from './completion.js';
import { elicit } from './elicitation.js';
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
import { listRoots } from './roots.js';
import { createMessage } from './sampling.js';
import { servedMethods } from './served.js';
import { listen, subscriptionsAcknowledged } from './subscriptions.js';
import { callTool, listTools, toolListChanged } from './tools.js';

type Definition = (typeof methods)[number];
type Client = 'client' | 'both';
type Server = 'server' | 'both';
type NamesOf<Kind extends string, From extends string> = Extract<Definition, { kind: Kind; sender: From }>['name'];
type DefinitionOf<Name extends string> = Extract<Definition, { name: Name }>;

/** The name of any method. */
export type MethodName = Definition['name'];
/** The name of a request that a client sends. */
export type RequestMethod = NamesOf<'request', Client>;
/** The name of a request that a legacy server sends. */
export type ServerRequestMethod = NamesOf<'request', Server>;
/** The name of a notification. */
export type NotificationMethod = Extract<Definition, { kind: 'notification' }>['name'];
/** The name of a notification that a client sends. */
export type ClientNotificationMethod = NamesOf<'notification', Client>;
/** The name of a notification that a server sends. */
export type ServerNotificationMethod = NamesOf<'notification', Server>;

/** The params of a method. Where all fields are optional a peer may leave them out, which reads as `{}`. */
export type ParamsOf<Name extends MethodName> =
  DefinitionOf<Name> extends MethodDefinition<string, infer Params> ? Params : never;

/** The result of a method; `undefined` for a notification. */
export type ResultOf<Name extends MethodName> =
  DefinitionOf<Name> extends MethodDefinition<string, unknown, infer Result> ? Result : never;

export {
  callTool,
  cancelled,
  complete,
  createMessage,
  discover,
  elicit,
  elicitationComplete,
  getPrompt,
  initialize,
  initialized,
  listen,
  listPrompts,
  listResources,
  listResourceTemplates,
  listRoots,
  listTools,
  loggingMessage,
  methods,
  ping,
  progress,
  promptListChanged,
  readResource,
  resourceListChanged,
  resourceUpdated,
  rootsListChanged,
  servedMethods,
  setLevel,
  subscribeResource,
  subscriptionsAcknowledged,
  toolListChanged,
  unsubscribeResource,
};
