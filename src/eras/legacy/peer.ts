import { ConnectionError, McpError } from '../../errors/index.js';
import type { Exchange, Peer, PeerRequestOptions, Questions } from '../../exchange/index.js';
import { type Deadline, deadlines, PendingCalls, unsendable } from '../../jsonrpc/index.js';
import {
  type ClientCapabilities,
  type Implementation,
  isJsonObject,
  type JsonObject,
  type JsonRpcResponse,
  type LoggingLevel,
  type RequestId,
  traits,
} from '../../types/index.js';
import type { Revision } from '../revision.js';

/** How the messages that no exchange asked for reach a client. */
export interface PeerLink {
  readonly closed: boolean;
  /** Where there is no way to ask the client: the sentence that says why, and the remedy. */
  readonly noBackChannel: string | undefined;
  notify(method: string, params: JsonObject | undefined, related: Exchange | undefined): void | Promise<void>;
  request(
    id: RequestId,
    method: string,
    params: JsonObject | undefined,
    related: Exchange | undefined,
  ): void | Promise<void>;
}

interface Pending {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: McpError) => void;
  readonly deadline: Deadline;
  readonly release: (() => void) | undefined;
}

/** What the handshake told of a client, and the requests that wait for its answers. */
export class LegacyPeer implements Peer {
  readonly protocolVersion: string;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  readonly #link: PeerLink;
  readonly #pending = new PendingCalls<Pending>();
  #logLevel: LoggingLevel = 'debug';
  #lastId = 0;

  constructor(revision: Revision, opening: JsonObject | undefined, link: PeerLink) {
    this.protocolVersion = revision.protocolVersion;
    this.clientInfo = isJsonObject(opening?.clientInfo) ? (opening.clientInfo as unknown as Implementation) : undefined; // its guard ran before any handler does
    this.clientCapabilities = isJsonObject(opening?.capabilities) ? (opening.capabilities as ClientCapabilities) : {}; // likewise
    this.#link = link;
  }

  get logLevel(): LoggingLevel {
    return this.#logLevel;
  }

  setLogLevel(level: LoggingLevel): void {
    this.#logLevel = level;
  }

  get questions(): Questions {
    return this.#link.noBackChannel === undefined ? 'live' : 'none';
  }

  get noBackChannel(): string | undefined {
    return this.#link.noBackChannel;
  }

  get closed(): boolean {
    return this.#link.closed;
  }

  notify(method: string, params: JsonObject | undefined, related?: Exchange): void | Promise<void> {
    if (!this.#link.closed) return this.#link.notify(method, params, related);
  }

  request(method: string, params: JsonObject | undefined, options: PeerRequestOptions = {}): Promise<JsonObject> {
    const link = this.#link;
    if (link.noBackChannel !== undefined)
      return Promise.reject(new McpError('NO_BACK_CHANNEL', `Cannot send "${method}": ${link.noBackChannel}`));
    if (link.closed)
      return Promise.reject(
        new ConnectionError('CONNECTION_CLOSED', `Cannot send "${method}": the client's connection is closed.`, {
          mayHaveRun: false,
        }),
      );
    const signal = options.signal;
    if (signal?.aborted === true) return Promise.reject(aborted(method, signal));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timeout = options.timeout ?? defaultTimeout;
      const deadline = deadlines.add(timeout, () => {
        const error = new McpError(
          'REQUEST_TIMEOUT',
          `The client did not answer "${method}" within ${timeout} ms. Pass a longer timeout to wait longer.`,
        );
        this.#giveUp(id, error, options.related);
      });
      let release: (() => void) | undefined;
      if (signal !== undefined) {
        const onAbort = () => this.#giveUp(id, aborted(method, signal), options.related);
        signal.addEventListener('abort', onAbort, { once: true });
        release = () => signal.removeEventListener('abort', onAbort);
      }
      this.#pending.add(id, { resolve, reject, deadline, release });
      try {
        link.request(id, method, params, options.related);
      } catch (cause) {
        this.lose(id, unsendable({ jsonrpc: '2.0', id, method }, cause));
      }
    });
  }

  /** Rejects a request that will not be answered. */
  lose(id: RequestId, error: McpError): void {
    this.#take(id)?.reject(error);
  }

  /** Takes a client's answer to the request that waits for it. Late and unknown ones are ignored. */
  answered(response: JsonRpcResponse): void {
    if (response.id === undefined || response.id === null) return;
    const call = this.#take(response.id);
    if (call === undefined) return;
    if ('error' in response)
      call.reject(new McpError(response.error.code, response.error.message, response.error.data));
    else call.resolve(response.result);
  }

  /** Rejects everything that waits: the connection is gone. */
  close(): void {
    const error = new ConnectionError('CONNECTION_CLOSED', "The client's connection was closed before it answered.", {
      mayHaveRun: true,
    });
    for (const call of this.#pending.takeAll()) settle(call).reject(error);
  }

  #giveUp(id: RequestId, error: McpError, related: Exchange | undefined): void {
    const call = this.#take(id);
    if (call === undefined) return;
    this.notify(traits.cancelled.name, { requestId: id, reason: error.message }, related);
    call.reject(error);
  }

  #take(id: RequestId): Pending | undefined {
    const call = this.#pending.take(id);
    return call === undefined ? undefined : settle(call);
  }
}

const defaultTimeout = 60_000;

function settle(call: Pending): Pending {
  call.deadline.cancel();
  call.release?.();
  return call;
}

function aborted(method: string, signal: AbortSignal): McpError {
  return new McpError('REQUEST_CANCELLED', `"${method}" was given up before the client answered.`, undefined, {
    cause: signal.reason,
  });
}
