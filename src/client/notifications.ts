import { LazyPart, type McpError } from '../errors/index.js';
import {
  isJsonObject,
  isLoggingLevel,
  type JsonObject,
  type JsonRpcNotification,
  type NotificationParams,
  traits,
} from '../types/index.js';
import type { ClientEvents, Emitter } from './events.js';

/** Tells a notification as the event of its kind. False where it is not well-formed. */
type Tell = (params: JsonObject, events: Emitter<ClientEvents>) => boolean;

/** The notifications that have an event of their own. What is asked of each is what its guard asks, which is loaded with the first that does not fit. */
const kinds = new Map<string, Tell>([
  [traits.toolListChanged.name, teller('toolListChanged', anyParams)],
  [traits.resourceListChanged.name, teller('resourceListChanged', anyParams)],
  [traits.promptListChanged.name, teller('promptListChanged', anyParams)],
  [traits.resourceUpdated.name, teller('resourceUpdated', isUpdate)],
  [traits.loggingMessage.name, teller('log', isLog)],
  [traits.elicitationComplete.name, teller('elicitationComplete', isCompletion)],
]);

/** What finds out what is wrong with a notification. */
const faults = new LazyPart(() => import('./malformed-notification.js'));

/** Tells a notification as the event `notification` and as the event of its kind, when it is well-formed. */
export function tell(notification: JsonRpcNotification, events: Emitter<ClientEvents>): void {
  events.emit('notification', notification);
  const { method, params = {} } = notification;
  if (kinds.get(method)?.(params, events) !== false) return;
  const problem = (error: McpError): void => events.emit('problem', error);
  void faults.load().then((part) => problem(part.malformed(notification)), problem);
}

function teller<Name extends keyof ClientEvents>(
  name: Name,
  fits: (params: JsonObject) => params is JsonObject & ClientEvents[Name],
): Tell {
  return (params, events) => {
    const { _meta } = params;
    if ((_meta !== undefined && !isJsonObject(_meta)) || !fits(params)) return false;
    events.emit(name, params);
    return true;
  };
}

function anyParams(_params: JsonObject): _params is JsonObject & NotificationParams {
  return true;
}

function isUpdate(params: JsonObject): params is JsonObject & ClientEvents['resourceUpdated'] {
  return typeof params.uri === 'string';
}

function isLog(params: JsonObject): params is JsonObject & ClientEvents['log'] {
  const { level, logger, data } = params;
  return isLoggingLevel(level) && (logger === undefined || typeof logger === 'string') && data !== undefined;
}

function isCompletion(params: JsonObject): params is JsonObject & ClientEvents['elicitationComplete'] {
  return typeof params.elicitationId === 'string';
}
