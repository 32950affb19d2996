import { McpError } from '../errors/index.js';
import { traits } from '../types/index.js';
import type { CallOptions } from './call-options.js';
import type { Connection } from './connection.js';
import { noResult } from './results.js';

/** One resource that the server was asked to tell of, and how many listeners want it. */
export interface Interest {
  readonly uri: string;
  /** Whether the server takes subscriptions at all; rejects when it refuses this one. */
  readonly subscribed: Promise<boolean>;
}

interface SharedInterest extends Interest {
  listeners: number;
  state: 'asked' | 'subscribed' | 'none';
  /** Gives the request up. */
  readonly giveUp: AbortController;
}

/** Which resources the server was asked to tell of: each once, however many subscriptions want it. */
export class ResourceInterests {
  readonly #connection: Connection;
  readonly #interests = new Map<string, SharedInterest>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Asks for a resource, unless that was done. Belongs to the caller until it is given back with `release`. */
  take(uri: string): Interest {
    const interest = this.#interests.get(uri) ?? this.#ask(uri);
    interest.listeners++;
    return interest;
  }

  /** Says that one listener less wants it; a request that nobody waits for any more is given up. What cannot be undone does no harm. */
  async release(given: Interest): Promise<void> {
    const interest = given as SharedInterest; // only `take` makes them
    if (--interest.listeners > 0) return;
    this.#forget(interest);
    if (interest.state === 'none') return;
    interest.giveUp.abort();
    await this.#connection
      .request(traits.unsubscribeResource.name, { uri: interest.uri }, noResult, {})
      .catch(() => {});
  }

  /** Asks for everything anew: the server has forgotten this client. */
  async renew(interests: readonly Interest[]): Promise<void> {
    await Promise.allSettled(interests.map(({ uri }) => this.#subscribe(uri, {})));
  }

  /** Lasts as long as somebody waits, because each listener has a time limit and a signal of its own. */
  #ask(uri: string): SharedInterest {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const subscribed = this.#subscribe(uri, { signal, timeout: Number.POSITIVE_INFINITY });
    const interest: SharedInterest = { uri, subscribed, listeners: 0, state: 'asked', giveUp };
    this.#interests.set(uri, interest);
    subscribed.then(
      (taken) => {
        interest.state = taken ? 'subscribed' : 'none';
      },
      () => {
        interest.state = 'none';
        this.#forget(interest);
      },
    );
    return interest;
  }

  #forget(interest: SharedInterest): void {
    if (this.#interests.get(interest.uri) === interest) this.#interests.delete(interest.uri);
  }

  async #subscribe(uri: string, options: CallOptions): Promise<boolean> {
    try {
      await this.#connection.request(traits.subscribeResource.name, { uri }, noResult, options);
      return true;
    } catch (error) {
      if (McpError.is(error) && error.code === 'METHOD_NOT_FOUND') return false;
      throw error;
    }
  }
}
