import { schedule } from '#schedule';
import type { SubscriptionBus, SubscriptionEvent, SubscriptionListener, Unsubscribe } from '../server/ports.js';
import { isJsonObject, type Logger } from '../types/index.js';

/** Carries text between processes: what a bus needs of a broker. */
export interface Broker {
  /** What it is called in log lines, for example `Redis`. */
  readonly name: string;
  /** Whether it can be published to now. */
  readonly ready: boolean;
  /** Sends a text to all processes that receive, this one included. */
  publish(text: string): void | Promise<unknown>;
  /** Begins to receive; resolves to the function that stops it. The broker itself sees to it that receiving goes on after an outage. */
  receive(listener: (text: string) => void): Promise<() => void | Promise<void>>;
  /** Ends what it has opened itself. */
  close(): Promise<void>;
}

/** A bus that is to be closed when it is no longer needed. */
export interface BrokerSubscriptionBus extends SubscriptionBus, AsyncDisposable {
  /** Tells the other processes too. Never waits for the broker: what it cannot take now is kept, each change once, at most 1,024. */
  publish(event: SubscriptionEvent): void;
  /** Stops receiving and ends the connections that the bus has opened itself; those that were given stay open. Idempotent. */
  close(): Promise<void>;
}

/** Changes that may wait for a broker that is away. */
const maxUnsent = 1_024;
/** Milliseconds after which receiving is tried again where it has failed. */
const retryMs = 3_000;

const lists = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const;

/**
 * Takes changes to the listeners of this process at once, and through a broker to those of the others. While the broker is away this
 * process goes on by itself; when it is back, what waited is sent, and all lists are said to have changed, because news may have been missed.
 */
export class BrokerBus implements BrokerSubscriptionBus {
  readonly #broker: Broker;
  readonly #logger: Logger;
  /** Tells this process's own messages from the others'. */
  readonly #origin = crypto.randomUUID();
  readonly #listeners = new Set<{ readonly listener: SubscriptionListener }>();
  readonly #unsent = new Map<string, SubscriptionEvent>();
  #scheduled = false;
  #away = false;
  #receiving: Promise<(() => void | Promise<void>) | undefined> | undefined;
  /** The stop that is under way: receiving anew waits for it, or the broker would take the later of the two for the last word. */
  #stopping: Promise<void> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(broker: Broker, logger: Logger) {
    this.#broker = broker;
    this.#logger = logger;
  }

  publish(event: SubscriptionEvent): void {
    this.#tell(event);
    if (this.#closed) return;
    const key = event.type === 'resourceUpdated' ? `uri:${event.uri}` : event.type;
    if (this.#unsent.size >= maxUnsent && !this.#unsent.has(key)) {
      const [oldest] = this.#unsent.keys();
      if (oldest !== undefined) this.#unsent.delete(oldest);
    }
    this.#unsent.set(key, event);
    this.#sendSoon();
  }

  /** Resolves when the broker has confirmed, or has failed to: then this process hears itself, and the broker is tried again. */
  async subscribe(listener: SubscriptionListener): Promise<Unsubscribe> {
    const entry = { listener };
    this.#listeners.add(entry);
    await this.#receive();
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) return this.#stop();
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    await this.#stop();
    await this.#broker.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Says that the broker is gone, for a reason if there is one. Told once for each outage. */
  lost(reason: unknown): void {
    if (this.#away || this.#closed) return;
    this.#away = true;
    const sentence = `${this.#broker.name} is away: changes reach the clients of this process only, until it is back.`;
    if (reason === undefined) this.#logger.warn(sentence);
    else this.#logger.warn(sentence, reason);
  }

  /** Says that the broker is back. */
  resumed(): void {
    if (!this.#away || this.#closed) return;
    this.#away = false;
    this.#logger.info(`${this.#broker.name} is back.`);
    this.#sendSoon();
    for (const type of lists) this.#tell({ type });
    if (this.#listeners.size > 0 && this.#receiving === undefined) void this.#receive();
  }

  #sendSoon(): void {
    if (this.#scheduled || this.#unsent.size === 0) return;
    this.#scheduled = true;
    schedule(this.#send);
  }

  readonly #send = (): void => {
    this.#scheduled = false;
    if (this.#closed) return;
    if (!this.#broker.ready) {
      this.lost(undefined);
      return;
    }
    const events = [...this.#unsent.values()];
    this.#unsent.clear();
    for (const event of events) this.#sendOne(event);
  };

  #sendOne(event: SubscriptionEvent): void {
    const failed = (error: unknown) => {
      this.#logger.error(`A change could not be published through ${this.#broker.name}.`, error);
    };
    try {
      const sent = this.#broker.publish(JSON.stringify(Object.assign({ from: this.#origin }, event)));
      if (sent !== undefined) sent.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }

  #receive(): Promise<unknown> {
    if (this.#receiving === undefined) {
      const receiving = this.#begin().catch((error: unknown) => {
        if (this.#receiving === receiving) this.#tryAgain(error);
        return undefined;
      });
      this.#receiving = receiving;
    }
    return this.#receiving;
  }

  async #begin(): Promise<() => void | Promise<void>> {
    await this.#stopping;
    return this.#broker.receive(this.#message);
  }

  #tryAgain(error: unknown): void {
    this.#receiving = undefined;
    this.#logger.error(`Nothing can be received through ${this.#broker.name}; that is tried again.`, error);
    this.#away = true;
    this.#retry = setTimeout(() => {
      if (this.#listeners.size > 0) void this.#receive().then(() => this.#receiving && this.resumed());
    }, retryMs);
    unreference(this.#retry);
  }

  #stop(): Promise<void> {
    clearTimeout(this.#retry);
    const receiving = this.#receiving;
    this.#receiving = undefined;
    const stopping = this.#end(receiving).finally(() => {
      if (this.#stopping === stopping) this.#stopping = undefined;
    });
    this.#stopping = stopping;
    return stopping;
  }

  async #end(receiving: Promise<(() => void | Promise<void>) | undefined> | undefined): Promise<void> {
    try {
      const stop = await receiving;
      await stop?.();
    } catch (error) {
      this.#logger.warn(`${this.#broker.name} could not be told to send nothing more.`, error);
    }
  }

  readonly #message = (text: string): void => {
    const message = parsed(text);
    const event = eventOf(message);
    if (event === undefined) {
      this.#logger.warn(
        `A malformed message came through ${this.#broker.name} and was ignored: ${JSON.stringify(text.slice(0, 120))}`,
      );
    } else if (message.from !== this.#origin) this.#tell(event);
  };

  #tell(event: SubscriptionEvent): void {
    for (const { listener } of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error('A listener of the subscription bus failed.', error);
      }
    }
  }
}

/** Writes all but debug lines to standard error. What a bus uses unless it is given a logger. */
export const plainLogger: Logger = {
  debug() {},
  info: (message, ...details) => console.error(`[parley] info: ${message}`, ...details),
  warn: (message, ...details) => console.error(`[parley] warn: ${message}`, ...details),
  error: (message, ...details) => console.error(`[parley] error: ${message}`, ...details),
};

/** The members of a message; none for what is no JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The event in a message: other processes may be of another version, or another program. */
function eventOf({ type, uri }: Readonly<Record<string, unknown>>): SubscriptionEvent | undefined {
  if (type === 'resourceUpdated') return typeof uri === 'string' ? { type, uri } : undefined;
  const list = lists.find((name) => name === type);
  return list === undefined ? undefined : { type: list };
}

/** Lets the process end although the timer is pending, where the platform has that. */
function unreference(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
