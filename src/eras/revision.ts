import type { Abilities } from '../exchange/index.js';
import type {
  ClientCapabilities,
  Implementation,
  JsonObject,
  JsonRpcNotification,
  LoggingLevel,
  ProgressToken,
  ProtocolVersion,
  RequestId,
} from '../types/index.js';

/** One protocol revision. Only files of `eras/` read `version`; everybody else asks for abilities. */
export interface Revision extends Abilities {
  readonly version: ProtocolVersion;
}

/** What a client says of itself with what it sends. */
export interface ClientFacts {
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: ClientCapabilities;
}

/** What one call adds to its request's `_meta`. */
export interface CallMeta {
  readonly progressToken?: ProgressToken | undefined;
  readonly logLevel?: LoggingLevel | undefined;
}

/** The client's side of a revision: how requests are dressed and answers read. */
export interface ClientCodec {
  /** Params as this revision's server expects them. The argument is not changed. */
  params(method: string, params: JsonObject | undefined, facts: ClientFacts, call?: CallMeta): JsonObject | undefined;
  /**
   * A result as callers get it: checked for what the SDK itself relies on, unknown fields kept.
   * Returns a sentence instead when the server's answer is not one to this method.
   */
  result(method: string, result: JsonObject): JsonObject | string;
  /** The message that gives up a request where closing its stream is not enough. */
  cancelNotice(id: RequestId, reason: string | undefined): JsonRpcNotification;
}
