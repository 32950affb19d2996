import type { Middleware, ServerInfo } from '../server/index.js';
import type { CachingHints, Logger, LogLevel, ServerCapabilities } from '../types/index.js';
import type { Context } from './context.js';
import type { McpServer } from './mcp-server.js';
import type { OnDuplicate } from './registry.js';

/** Who an `McpServer` is, and how it behaves. */
export interface McpServerOptions<App = {}> extends McpServerSettings {
  /**
   * Gives what handlers find in `ctx.lifespan`, for example a database connection. Entered once, before the first message; left by
   * `close()`, which disposes of the value if it has `Symbol.asyncDispose` or `Symbol.dispose`.
   */
  readonly lifespan?: ((server: McpServer<App>) => App | Promise<App>) | undefined;
  readonly middleware?: readonly Middleware<Context<App>>[] | undefined;
}

/** The options that do not depend on what the lifespan gives. */
export interface McpServerSettings extends ServerInfo {
  /** Takes the lines for operators. Plain lines on standard error by default. */
  readonly logger?: Logger | undefined;
  /** What the default logger shows; `info` by default. A logger of one's own decides for itself. */
  readonly logLevel?: LogLevel | undefined;
  /** Completes the capabilities, for example with `experimental` ones. */
  readonly capabilities?: ServerCapabilities | undefined;
  /** What a second registration under one name does: `error` by default, or `replace`. */
  readonly onDuplicate?: OnDuplicate | undefined;
  /** How many members a page of a list has. All of them by default. */
  readonly pageSize?: number | undefined;
  /** How long clients may keep lists, and whether they may share them: not at all by default. */
  readonly cache?:
    | {
        readonly tools?: Partial<CachingHints>;
        readonly resources?: Partial<CachingHints>;
        readonly prompts?: Partial<CachingHints>;
      }
    | undefined;
  /** Takes JSON text for a list or object where a tool's schema wants one, as some models send it; true by default. */
  readonly coerceJsonStrings?: boolean | undefined;
  /** Whether clients are told that log messages can come to them (`ctx.session.sendLogMessage`); true by default. */
  readonly protocolLogging?: boolean | undefined;
}
