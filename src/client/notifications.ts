import { McpError } from '../errors/index.js';
import { type Guard, guardsOfNotices as guards, type JsonRpcNotification, traits } from '../types/index.js';
import type { ClientEvents, Emitter } from './events.js';

type Tell = (notification: JsonRpcNotification, events: Emitter<ClientEvents>) => void;

/** The notifications that have an event of their own. */
const kinds = new Map<string, Tell>([
  [traits.toolListChanged.name, teller('toolListChanged', guards.notificationParams)],
  [traits.resourceListChanged.name, teller('resourceListChanged', guards.notificationParams)],
  [traits.promptListChanged.name, teller('promptListChanged', guards.notificationParams)],
  [traits.resourceUpdated.name, teller('resourceUpdated', guards.resourceUpdatedParams)],
  [traits.loggingMessage.name, teller('log', guards.loggingMessageParams)],
  [traits.elicitationComplete.name, teller('elicitationComplete', guards.elicitationCompleteParams)],
]);

/** Tells a notification as the event `notification` and as the event of its kind, when it is well-formed. */
export function tell(notification: JsonRpcNotification, events: Emitter<ClientEvents>): void {
  events.emit('notification', notification);
  kinds.get(notification.method)?.(notification, events);
}

function teller<Name extends keyof ClientEvents>(name: Name, guard: Guard<ClientEvents[Name]>): Tell {
  return (notification, events) => {
    const params: unknown = notification.params ?? {};
    const failure = guard(params, 'params');
    if (failure === undefined)
      events.emit(name, params as ClientEvents[Name]); // the guard has checked it
    else {
      const sentence = `The server sent a malformed "${notification.method}" (${failure}); it was skipped.`;
      events.emit('problem', new McpError('INVALID_RESPONSE', sentence, notification));
    }
  };
}
