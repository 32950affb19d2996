import type { HttpTransportOptions } from '../eras/index.js';
import { McpError } from '../errors/index.js';
import { plainCopy } from '../exchange/index.js';
import { type JsonObject, type JsonRpcNotification, traits } from '../types/index.js';
import { headersFor } from './asked-headers.js';
import { checkSpans } from './call.js';
import type { SendOptions } from './call-options.js';
import type { Connection } from './connection.js';
import type { ClientEvents, Emitter } from './events.js';
import { jsonSize } from './json-size.js';
import type { PlainReader } from './results.js';
import { isWithin } from './uri-part.js';

/** What a cache needs of its client. */
export interface CacheHost {
  readonly connection: Connection;
  /** Whether anything is kept at all. */
  readonly keeps: boolean;
  /** Gives the user's headers, if there are any. Asking says `changed` when they have. */
  readonly headers: HttpTransportOptions['headers'];
  readonly events: Emitter<ClientEvents>;
}

/** An answer that may be kept. */
export interface Answer {
  /** What the server sent. */
  readonly result: JsonObject;
  /** The params that the request was sent with. */
  readonly sent: JsonObject | undefined;
  /** What the verb makes of it. */
  readonly value: unknown;
  /** When it came, by the clock of `Date.now()`. */
  readonly received: number;
}

/** What a result is kept under: its method, and the cursor or URI that was asked for, byte for byte. */
interface Place {
  readonly key: string;
  readonly method: string;
  readonly argument: string | undefined;
}

interface Entry extends Place {
  readonly value: unknown;
  readonly size: number;
  readonly received: number;
  readonly lifetime: number;
}

/** A request whose answer may be kept, unless it is out of date before it comes. */
interface Flight extends Place {
  outdated: boolean;
}

const mostEntries = 1_024;
const mostCharacters = 32 * 1024 * 1024;
const longestLifetime = 24 * 60 * 60 * 1_000;

/** What is out of date once the server says that a list has changed. */
const listsBehind = new Map<string, readonly string[]>([
  [traits.toolListChanged.name, [traits.listTools.name]],
  [traits.promptListChanged.name, [traits.listPrompts.name]],
  [traits.resourceListChanged.name, [traits.listResources.name, traits.listResourceTemplates.name]],
]);

/**
 * Keeps results for as long as the server says (specification 1.19, `ttlMs`), at most 24 hours: up to 1,024 of them and 32 Mi characters
 * in all; what was not used for longest goes first. Everything that is given out is a copy of the caller's own.
 */
export class ResponseCache {
  readonly #host: CacheHost;
  /** What was used last comes last. */
  readonly #entries = new Map<string, Entry>();
  /** In the order in which they were sent. */
  readonly #flights = new Set<Flight>();
  /** The results that were given out without asking the server. */
  readonly #given = new WeakSet<object>();
  #characters = 0;

  constructor(host: CacheHost) {
    this.#host = host;
    host.events.on('close', () => this.changed());
  }

  /** Gives what is kept, or sends the request, as the option `cache` of the call says. */
  async request<T>(
    method: string,
    params: JsonObject | undefined,
    reader: PlainReader<T>,
    options: SendOptions,
  ): Promise<T> {
    const { connection, keeps, headers, events } = this.#host;
    connection.refuseClosed(method);
    const use = checkedUse(options.cache);
    if (!keeps || use === 'bypass' || isForOneCaller(options))
      return connection.request(method, params, reader, options);
    const place = placeOf(method, params);
    const { signal } = options;
    if (
      use === 'use' &&
      options.onProgress === undefined &&
      signal?.aborted !== true &&
      this.#find(place) !== undefined
    ) {
      checkSpans(options, connection.timeout);
      const had =
        typeof headers !== 'function' || (await headersFor(method, headers, options, connection.timeout, events));
      const entry = had ? this.#find(place) : undefined; // headers that have changed clear everything
      if (entry !== undefined) return this.#give(entry) as T; // what the reader of the same verb has made
    }
    return this.#fetch(place, params, reader, options);
  }

  /** Keeps an answer to a request that was sent before this cache was there, where the server and the bounds allow it. */
  keep(method: string, params: JsonObject | undefined, options: SendOptions, answer: Answer): void {
    const place = placeOf(method, params);
    if (isForOneCaller(options) || this.#entries.has(place.key)) return;
    for (const flight of this.#flights) if (flight.key === place.key) return; // what was asked for later counts
    this.#keep(place, answer);
  }

  /** Whether a list that failed with `error` began with a page that had been kept, and went on with a cursor that the server knows no more. */
  mayRenew(first: object | undefined, error: unknown): boolean {
    return first !== undefined && this.#given.has(first) && isInvalid(error);
  }

  /** Forgets what a notification says is out of date; without one, everything. */
  changed(message?: JsonRpcNotification): void {
    if (message === undefined) {
      this.#drop(() => true);
      return;
    }
    const { method, params } = message;
    const uri = params?.uri;
    if (method === traits.resourceUpdated.name && typeof uri === 'string')
      this.#drop((place) => place.method === traits.readResource.name && isWithin(uri, place.argument ?? ''));
    const lists = listsBehind.get(method);
    if (lists !== undefined) this.#drop((place) => lists.includes(place.method));
  }

  async #fetch<T>(
    place: Place,
    params: JsonObject | undefined,
    reader: PlainReader<T>,
    options: SendOptions,
  ): Promise<T> {
    const { key, method, argument } = place;
    const flight: Flight = { key, method, argument, outdated: false };
    const keeping: PlainReader<T> = {
      read: (result, sent) => {
        const value = reader.read(result, sent);
        if (!flight.outdated) this.#keep(flight, { result, sent, value, received: Date.now() });
        return value;
      },
    };
    this.#flights.add(flight);
    try {
      return await this.#host.connection.request(method, params, keeping, options);
    } catch (error) {
      if (isPage(place) && isInvalid(error)) this.#drop((other) => other.method === method);
      throw error;
    } finally {
      this.#flights.delete(flight);
    }
  }

  /** What is kept and still fresh. A clock that was set back makes nothing fresher. */
  #find({ key }: Place): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const age = Date.now() - entry.received;
    if (age >= 0 && age < entry.lifetime) return entry;
    this.#remove(entry);
    return undefined;
  }

  #give(entry: Entry): unknown {
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
    const copy = plainCopy(entry.value);
    if (typeof copy === 'object' && copy !== null) this.#given.add(copy);
    return copy;
  }

  #keep(place: Place, { result, sent, value, received }: Answer): void {
    if (sent !== undefined && carriesAnswers(sent)) return;
    this.#outdateBefore(place);
    const { ttlMs } = result;
    if (typeof ttlMs !== 'number' || !Number.isFinite(ttlMs) || ttlMs <= 0) return;
    const size = jsonSize(value);
    if (size > mostCharacters) return;
    const { key, method, argument } = place;
    const lifetime = Math.min(ttlMs, longestLifetime);
    this.#entries.set(key, { key, method, argument, value: plainCopy(value), size, received, lifetime });
    this.#characters += size;
    for (const oldest of this.#entries.values()) {
      if (this.#entries.size <= mostEntries && this.#characters <= mostCharacters) return;
      this.#remove(oldest);
    }
  }

  /**
   * Forgets what an answer takes the place of: the one before, and those to the same request that was sent earlier but not answered
   * yet. With the first page of a list go the later ones, whose cursors came from the first page before.
   */
  #outdateBefore(place: Place): void {
    const { key, method, argument } = place;
    const replaced = (other: Place) =>
      other.key === key || (argument === undefined && other.method === method && isPage(other));
    let earlier = true;
    for (const flight of this.#flights) {
      if (flight === place) earlier = false;
      else if (replaced(flight) && (earlier || isPage(flight))) flight.outdated = true;
    }
    for (const entry of this.#entries.values()) if (replaced(entry)) this.#remove(entry);
  }

  #drop(isOutdated: (place: Place) => boolean): void {
    for (const flight of this.#flights) if (isOutdated(flight)) flight.outdated = true;
    for (const entry of this.#entries.values()) if (isOutdated(entry)) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#characters -= entry.size;
  }
}

function placeOf(method: string, params: JsonObject | undefined): Place {
  const argument = params?.cursor ?? params?.uri;
  if (typeof argument !== 'string') return { key: method, method, argument: undefined };
  return { key: `${method}\n${argument}`, method, argument };
}

/** Whether this is a page of a list other than the first. */
function isPage({ method, argument }: Place): boolean {
  return argument !== undefined && method !== traits.readResource.name;
}

function isInvalid(error: unknown): boolean {
  return McpError.is(error) && error.code === 'INVALID_PARAMS';
}

/** Whether what comes of a call is for its caller alone: metadata may say who that is. */
function isForOneCaller(options: SendOptions): boolean {
  return options.meta !== undefined || carriesAnswers(options);
}

/** Whether a request answers a question: what comes of it is for this caller alone. */
function carriesAnswers({ inputResponses, requestState }: JsonObject | SendOptions): boolean {
  return inputResponses !== undefined || requestState !== undefined;
}

function checkedUse(use: unknown): 'use' | 'refresh' | 'bypass' {
  if (use === undefined || use === 'use') return 'use';
  if (use === 'refresh' || use === 'bypass') return use;
  const received = typeof use === 'string' ? JSON.stringify(use) : String(use);
  throw new McpError('INVALID_OPTION', `cache has to be 'use', 'refresh' or 'bypass'; received ${received}.`);
}
