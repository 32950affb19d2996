import type { RequestStateOptions, ServerInfo, SubscriptionBus } from '../server/index.js';
import type { CachingHints, Logger, LogLevel, ServerCapabilities } from '../types/index.js';
import type { Context } from './context.js';
import type { OnDuplicate } from './registry.js';

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
  /** How many members a page of a list has, a whole number above 0. All of them by default. */
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
  /** How `requestState` is sealed between the rounds of a call; by default with a key that this process makes and takes with it. */
  readonly requestState?: RequestStateOptions<Context> | undefined;
  /** Whether an `InputRequiredResult` is asked live on connections with a handshake; true by default. Otherwise it is an invalid result there. */
  readonly legacyShim?: boolean | undefined;
  /** Whether clients are told that log messages can come to them (`ctx.session.sendLogMessage`); true by default. */
  readonly protocolLogging?: boolean | undefined;
  /**
   * Carries changes to the clients that listen. By default one of this process alone; give replicas one that they share, for example
   * `redisSubscriptionBus()`. `false` serves no `subscriptions/listen`: then only clients with a connection hear of changes.
   */
  readonly subscriptions?: SubscriptionBus | false | undefined;
  /** How many listen streams may be open; 1,024 by default. A further one is refused. */
  readonly maxSubscriptions?: number | undefined;
}
