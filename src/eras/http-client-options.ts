import type { HeaderParam } from '../schema/index.js';
import type { FetchFunction } from '../transports/http/ports.js';

/** The user's own headers: fixed, or asked for before every request. */
export type HeaderSource = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

/** How event streams that broke off are opened again. The pause grows with each attempt until something real arrives. */
export interface ReconnectionOptions {
  /** Milliseconds before the first attempt, where the server asked for no other pause. 1,000 by default. */
  readonly initialDelayMs: number;
  /** Milliseconds that no pause exceeds, unless the server asks for more. 30,000 by default. */
  readonly maxDelayMs: number;
  /** What the pause is multiplied with after each attempt. 1.5 by default. */
  readonly growth: number;
  /** How many attempts in a row may fail before the stream is given up. 10 by default. */
  readonly maxRetries: number;
}

/** The pauses used where a user gives no others. */
export const defaultReconnection: ReconnectionOptions = {
  initialDelayMs: 1000,
  maxDelayMs: 30_000,
  growth: 1.5,
  maxRetries: 10,
};

/** What the client's HTTP transports of both eras are made of. */
export interface HttpTransportOptions {
  readonly url: URL;
  /** Used instead of the platform's own when given. */
  readonly fetch?: FetchFunction | undefined;
  /** Added to every request. Where a name is one of the protocol's own, this value wins. */
  readonly headers?: HeaderSource | undefined;
  /** Bytes. A whole body or one event over this fails its request only. */
  readonly maxMessageBytes: number;
  /** The arguments of a tool that are repeated in `Mcp-Param-*` headers; `undefined` when the tool is not known. */
  headerParams(tool: string): readonly HeaderParam[] | undefined;
  /** The param that `Mcp-Name` repeats for a method, if any. */
  nameParam(method: string): string | undefined;
  readonly reconnection: ReconnectionOptions;
  /** Whether closing ends the session on the server with a DELETE. True by default. */
  readonly terminateSession: boolean;
}
