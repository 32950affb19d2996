import { type ClientTransport, openTelemetry, plainCopy, type Shortcut } from '../exchange/index.js';
import { inProcess } from '../transports/index.js';
import { isJsonObject, type JsonObject, type LoggingLevel } from '../types/index.js';
import { Call, type CallHost, type Reader } from './call.js';
import { noOptions, type SendOptions } from './call-options.js';
import type { Inbox } from './inbox.js';

/** What the shortcut needs of its connection. */
export interface ShortcutHost extends CallHost {
  lastId: number;
  readonly logLevel: LoggingLevel | undefined;
  readonly timeout: number;
  serves(method: string): boolean;
}

/**
 * The shortcut to a server in the same process, for requests that say nothing but their params: the result that is there at once is
 * read and handed back, without messages and without a call that waits. Whatever else comes of a request goes its usual way from there.
 */
export class ClientShortcut {
  readonly #connection: ShortcutHost;
  readonly #inbox: Inbox;
  readonly #expect: (id: number, call: Call) => void;
  readonly #take: Shortcut;

  private constructor(
    connection: ShortcutHost,
    inbox: Inbox,
    expect: (id: number, call: Call) => void,
    take: Shortcut,
  ) {
    this.#connection = connection;
    this.#inbox = inbox;
    this.#expect = expect;
    this.#take = take;
  }

  /** `undefined` where there is none: to other servers, with a handshake, and where all is made text. */
  static open(
    connection: ShortcutHost,
    inbox: Inbox,
    transport: ClientTransport,
    meta: unknown,
  ): ClientShortcut | undefined {
    if (!inProcess(transport) || !isJsonObject(meta)) return undefined;
    const take = transport.shortcut(meta);
    return take && new ClientShortcut(connection, inbox, (id, call) => transport.expect(id, call), take);
  }

  /** Sends a request, or gives `undefined` where it has to go the usual way. */
  request<T>(
    method: string,
    params: JsonObject | undefined,
    reader: Reader<T>,
    options: SendOptions,
  ): Promise<T> | undefined {
    const connection = this.#connection;
    if (options !== noOptions || connection.logLevel !== undefined || openTelemetry() !== undefined) return undefined;
    if (params === undefined || this.#inbox.isClosed || !connection.serves(method)) return undefined;
    let own: JsonObject;
    try {
      if (params._meta !== undefined || params.toJSON !== undefined) return undefined;
      own = plainCopy(params) as JsonObject; // the copy of an object without toJSON is an object
    } catch {
      return undefined; // the usual way tells why
    }
    const id = ++connection.lastId;
    const outcome = this.#take(id, method, own);
    if (typeof outcome === 'function' || this.#inbox.isClosed) return this.#wait(id, method, params, reader, outcome);
    try {
      return Promise.resolve(reader.read(outcome, params));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Goes on as if the request had been sent as a message. */
  #wait<T>(
    id: number,
    method: string,
    params: JsonObject,
    reader: Reader<T>,
    outcome: JsonObject | (() => void),
  ): Promise<T> {
    const goOn = typeof outcome === 'function' ? outcome : () => {};
    return new Promise<T>((resolve, reject) => {
      if (this.#inbox.isClosed) {
        goOn();
        throw this.#inbox.lossOf(method);
      }
      const call = new Call(this.#connection, id, method, params, reader, noOptions, resolve, reject);
      this.#connection.calls.add(id, call);
      this.#expect(id, call);
      goOn();
      if (!call.done) call.watch(this.#connection.timeout, noOptions);
    });
  }
}
