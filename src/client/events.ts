import type { McpError } from '../errors/index.js';
import type {
  ElicitationCompleteNotificationParams,
  JsonRpcNotification,
  Logger,
  LoggingMessageNotificationParams,
  NotificationParams,
  ResourceUpdatedNotificationParams,
} from '../types/index.js';

/** What `client.on()` can be told, and with what. */
export interface ClientEvents {
  /** The server's list of tools changed. */
  toolListChanged: NotificationParams;
  /** The server's list of resources, or of resource templates, changed. */
  resourceListChanged: NotificationParams;
  /** The server's list of prompts changed. */
  promptListChanged: NotificationParams;
  /** A resource, or a part of it, changed. */
  resourceUpdated: ResourceUpdatedNotificationParams;
  /** The server logged something for its clients. */
  log: LoggingMessageNotificationParams;
  /** What the user did at an address is done. */
  elicitationComplete: ElicitationCompleteNotificationParams;
  /** Every notification of the server, progress and those of its own included. Told before the event of its kind. */
  notification: JsonRpcNotification;
  /** Something was wrong that ended no call: junk on the wire, a malformed notification, an answer that could not be sent. */
  problem: McpError;
  /** HTTP, legacy: the server dropped the session and a new one was opened. Subscriptions and the log level have to be set again. */
  sessionRenewed: McpError;
  /** The connection is gone; with the reason unless `close()` ended it. Told once. */
  close: McpError | undefined;
}

type Listener<T> = (value: T) => unknown;
type Listeners<Events> = { [Name in keyof Events]?: Set<{ readonly listener: Listener<Events[Name]> }> };

/** Tells listeners in the order in which they were added. A listener that throws, or whose promise rejects, is logged and harms nobody. */
export class Emitter<Events> {
  readonly #listeners: Listeners<Events> = {};
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Adds a listener and returns the function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const entry = { listener };
    let entries = this.#listeners[name];
    if (entries === undefined) {
      entries = new Set();
      this.#listeners[name] = entries;
    }
    entries.add(entry);
    return () => {
      this.#listeners[name]?.delete(entry);
    };
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    const entries = this.#listeners[name];
    if (entries === undefined) return;
    for (const { listener } of entries) run(listener, value, this.#logger, `A listener of "${String(name)}" failed`);
  }
}

/** Runs a callback of the user; what it throws, now or later, goes to the log. */
export function run<T>(callback: (value: T) => unknown, value: T, logger: Logger, failure: string): void {
  try {
    quiet(callback(value), logger, failure);
  } catch (error) {
    logger.error(failure, error);
  }
}

/** Logs the rejection of a promise that nobody waits for. */
export function quiet(outcome: unknown, logger: Logger, failure: string): void {
  if (typeof outcome !== 'object' || outcome === null || !('then' in outcome) || typeof outcome.then !== 'function')
    return;
  outcome.then(undefined, (error: unknown) => logger.error(failure, error));
}
