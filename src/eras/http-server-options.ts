/** What both eras need to know to answer over HTTP. */
export interface HttpServerOptions {
  /** Milliseconds of silence after which a comment keeps a connection open; 15,000 by default, 0 for never. */
  readonly keepAliveMs: number;
  /** Answers with one JSON body always; what would precede the result is dropped. */
  readonly jsonResponse: boolean;
}

/** What the legacy leg needs besides. */
export interface LegacyHttpOptions extends HttpServerOptions {
  /** No sessions: every request stands alone, and the client cannot be asked anything. */
  readonly stateless: boolean;
  /** Milliseconds without an open request or stream after which a session ends. */
  readonly sessionIdleMs: number;
  /** How many sessions may be open; a further one is refused with status 503. */
  readonly maxSessions: number;
}
