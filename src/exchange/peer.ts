import type { ClientCapabilities, Implementation, JsonObject, LoggingLevel } from '../types/index.js';
import type { Exchange } from './exchange.js';

/** What a server may do about a question it has for its client. */
export type Questions = 'live' | 'inputRequired' | 'none';

/** Options of a request that a server sends to its client. */
export interface PeerRequestOptions {
  /** The exchange the request belongs to: it travels on that exchange's stream where there is one. */
  readonly related?: Exchange | undefined;
  /** Milliseconds; 60,000 by default. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The server's side of a connection to one client.
 *
 * Where the revision keeps a connection it lives as long as that; elsewhere as long as one exchange.
 */
export interface Peer {
  readonly protocolVersion: string;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
  readonly questions: Questions;
  /** Where `questions` is not live: the sentence that says why the client cannot be asked, and the remedy. */
  readonly noBackChannel: string | undefined;
  readonly closed: boolean;
  /** The lowest severity of log messages that the client wants; `undefined` when it wants none. */
  readonly logLevel: LoggingLevel | undefined;
  /** Sends a notification: on the stream of `related` when given, else on the connection's own. */
  notify(method: string, params: JsonObject | undefined, related?: Exchange): void | Promise<void>;
  /** Sends a request and resolves to its result. Rejects with `NO_BACK_CHANNEL` where that is impossible. */
  request(method: string, params: JsonObject | undefined, options?: PeerRequestOptions): Promise<JsonObject>;
}
