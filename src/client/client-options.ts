import type { HttpTransportOptions, ReconnectionOptions } from '../eras/index.js';
import type {
  DiscoverResult,
  Implementation,
  JsonRpcNotification,
  Logger,
  LoggingLevel,
  ProtocolVersion,
} from '../types/index.js';
import type { QuestionOptions } from './question-options.js';
import type { OutputValidation } from './tool-book.js';

/** Which protocol revisions a client speaks: both eras, one of them, or one revision. */
export type ClientMode = 'auto' | 'legacy' | 'modern' | ProtocolVersion;

/** How `Client.connect()` connects, and what holds for all calls. */
export interface ClientOptions extends QuestionOptions {
  /** `'auto'` (default) asks the server which era it is of, and takes it for a legacy one unless it positively is not. */
  readonly mode?: ClientMode | undefined;
  /** What the client calls itself. By default `parley-mcp` and its version. */
  readonly clientInfo?: Implementation | undefined;
  /**
   * Milliseconds that a server may take for one call; 60,000 by default. `Infinity` waits for ever. Does not run while the server
   * waits for an answer of this client.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds that connecting may take in all; 30,000 by default. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds to wait for the answer to the question which era the server is of; 5,000 by default. */
  readonly probeTimeout?: number | undefined;
  /** What an earlier client's `discovery` said, to spare the question. */
  readonly priorDiscovery?: DiscoverResult | undefined;
  /** Gives up connecting when it aborts. Calls take a signal of their own. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether lists and resources that were read are kept as long as a modern server says. Default true. Nothing is shared between
   * clients. Other `headers` than before drop what is kept; a `fetch` that changes users needs `false`.
   */
  readonly cache?: boolean | undefined;
  /** The most pages that one list may have; 1,000 by default. */
  readonly maxPages?: number | undefined;
  /** The longest message of the server, in bytes; 64 MiB by default. */
  readonly maxMessageBytes?: number | undefined;
  /** HTTP: headers for every request. A function is asked before each one; what is changed in an object holds from the next one on. */
  readonly headers?: HttpTransportOptions['headers'];
  /** HTTP: stands in for the platform's own `fetch`. */
  readonly fetch?: HttpTransportOptions['fetch'];
  /** HTTP, legacy: how streams that break are opened again. */
  readonly reconnection?: Partial<ReconnectionOptions> | undefined;
  /** HTTP, legacy: whether `close()` ends the session on the server. Default true. */
  readonly terminateSession?: boolean | undefined;
  /** A server in the same process: makes JSON text of every message, as a wire would. Slower; for tests. Default false. */
  readonly serialise?: boolean | undefined;
  /** The lowest severity of the server's log messages that the client wants. By default what the server decides. */
  readonly logLevel?: LoggingLevel | undefined;
  /**
   * What becomes of a result whose `structuredContent` does not match the `outputSchema` that the tool was listed with.
   * `'error'` (default): the call rejects with `INVALID_RESPONSE`, whose `data` is the whole result. `'warn'`: it is logged
   * and delivered. `false`: nothing is checked. Tools that were not listed, and results with `isError`, are never checked.
   */
  readonly validateOutput?: OutputValidation | undefined;
  /** Told of every notification, those that come while connecting included. */
  readonly onNotification?: ((notification: JsonRpcNotification) => unknown) | undefined;
  /** Where warnings go. By default the console. */
  readonly logger?: Logger | undefined;
}
