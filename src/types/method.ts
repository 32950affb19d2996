/**
 * Checks an unchecked value against one shape of the protocol.
 *
 * Returns `undefined` when it fits, else one line that names the path, what was expected and the type received,
 * for example `params.name: expected a string, received number`. Unknown fields are always accepted.
 */
export type Guard<T = unknown> = ((value: unknown, path: string) => string | undefined) & { readonly '~guards'?: T };

/** The two families of protocol revisions: with the `initialize` handshake, and without. */
export type Era = 'legacy' | 'modern';

/** Who sends a message. */
export type Sender = 'client' | 'server' | 'both';

/** What a method is, apart from what may be in it. */
export interface MethodTraits<Name extends string = string> {
  readonly name: Name;
  readonly kind: 'request' | 'notification';
  readonly sender: Sender;
  /** The eras in which the method exists as a JSON-RPC message of its own. */
  readonly eras: readonly Era[];
  /** The first revision that has the method; absent when the first one does. */
  readonly since?: ProtocolVersion;
  /** The server capability that announces the method, for example `tools`. Absent: always there. */
  readonly capability?: string;
  /** The param that the `Mcp-Name` header repeats, for example `name`. Absent: no such header. */
  readonly nameParam?: string;
  /** Whether complete results carry `ttlMs` and `cacheScope` where the revision has them. */
  readonly cacheable?: boolean;
  /** Whether an `InputRequiredResult` may stand in place of the result. The `result` guards do not take one. */
  readonly mayRequireInput?: boolean;
}

/** What the SDK knows about one method of the protocol, or of an extension. */
export interface MethodDefinition<Name extends string = string, Params = unknown, Result = unknown>
  extends MethodTraits<Name> {
  readonly params: Guard<Params>;
  /** Absent on notifications. */
  readonly result?: Guard<Result>;
  /** What the asker checks of a result from a peer, where that is laxer than `result`; absent where it is not. */
  readonly received?: Guard<Result>;
}

/** A protocol revision, named by its date. */
export type ProtocolVersion = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';
