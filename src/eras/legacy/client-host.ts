import type { McpError } from '../../errors/index.js';
import type { JsonRpcMessage, JsonRpcResponse, RequestId } from '../../types/index.js';
import type { ReconnectionOptions } from '../http-client-options.js';
import type { HttpSender } from '../http-client-sender.js';
import type { ClientSession } from './client-session.js';

/** A request that waits for its answer. */
export interface OpenCall {
  readonly id: RequestId;
  settle(response: JsonRpcResponse): void;
  /** Breaks off whatever is under way. */
  readonly stop: () => void;
}

/** What calls and streams need of the transport they belong to. */
export interface StreamHost {
  readonly session: ClientSession;
  readonly sender: HttpSender;
  readonly reconnection: ReconnectionOptions;
  /** Takes a parsed message to whoever waits for it. `call` is the one whose own answer brought it. */
  receive(message: unknown, call: OpenCall | undefined): void;
  problem(error: McpError): void;
  /** Opens a new session in place of the one named, once for all who ask. Rejects when that fails. */
  renew(lost: string): Promise<void>;
  /** Forgets a call: its answer is there, or its stream is over as well. */
  release(call: OpenCall, streamIsOver: boolean): void;
}

/** The headers of a POST before the session's own. */
export function postHeaders(): string[] {
  return ['Accept', 'application/json, text/event-stream', 'Content-Type', 'application/json'];
}

/** What a message is called in errors. */
export function label(message: JsonRpcMessage): string {
  return 'method' in message ? message.method : `the answer to the server's request ${JSON.stringify(message.id)}`;
}
