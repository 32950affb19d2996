import { checkedNumber, McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import type { JsonObject, Logger, ServerCapabilities, SubscriptionFilter } from '../../types/index.js';
import { Expiry } from './expiry.js';
import type { SubscriptionHub } from './hub.js';
import { ListenStream, type StreamKeeper } from './listen-stream.js';
import { charactersOf, checkAmount, honoured, topicsOf } from './topics.js';

/** Says whether a caller may listen to what it asks for. Only `true` lets it. */
export type AuthorizeListen<Context> = (filter: SubscriptionFilter, ctx: Context) => boolean | Promise<boolean>;

/** What serving listen requests needs to know. */
export interface ListeningOptions<Context> {
  readonly hub: SubscriptionHub;
  readonly logger: Logger;
  readonly maxSubscriptions: number;
  readonly maxBufferedEvents: number;
  readonly authorize: AuthorizeListen<Context> | undefined;
  /** What the server tells its clients that it can; `undefined` when everything asked for is honoured. */
  offered(): ServerCapabilities | undefined;
}

/** Serves listen requests: holds their streams and ends them. */
export class Listening<Context> implements StreamKeeper {
  readonly maxBufferedEvents: number;
  readonly #options: ListeningOptions<Context>;
  readonly #streams = new Set<ListenStream>();
  readonly #expiry = new Expiry();

  /** Throws `INVALID_OPTION` for limits that are none. */
  constructor(options: ListeningOptions<Context>) {
    checkedNumber('maxSubscriptions', options.maxSubscriptions, 0);
    this.#options = options;
    this.maxBufferedEvents = checkedNumber('maxBufferedEvents', options.maxBufferedEvents, 1);
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream; resolves to its result when that has ended. Whatever is refused is refused before the acknowledgment. */
  open(exchange: Exchange, ctx: Context): Promise<JsonObject> {
    if (exchange.id === undefined || exchange.reply === undefined)
      throw new McpError(
        'INVALID_REQUEST',
        `"${exchange.method}" has to be a request of a client: its id names the stream`,
      );
    this.#refuseIfFull();
    const filter = filterOf(exchange);
    if (this.#options.authorize === undefined) return this.#begin(exchange, filter);
    return permitted(this.#options, filter, ctx).then(() => {
      this.#refuseIfFull();
      return this.#begin(exchange, filter);
    });
  }

  /** Ends all streams, each with its result. New ones may follow. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  ended(stream: ListenStream): void {
    this.#streams.delete(stream);
    this.#expiry.remove(stream);
    this.#options.hub.remove(stream, stream.topics);
  }

  #begin(exchange: Exchange, filter: SubscriptionFilter): Promise<JsonObject> {
    const answer = honoured(filter, this.#options.offered());
    const { resourceSubscriptions: uris } = answer;
    if (uris !== undefined) checkAmount(uris.length, charactersOf(uris));
    const stream = new ListenStream(exchange, topicsOf(answer), this);
    this.#streams.add(stream);
    const listening = this.#options.hub.add(stream, stream.topics);
    exchange.onStop(() => stream.end());
    if (listening === undefined) this.#acknowledge(stream, answer);
    else listening.then(() => this.#acknowledge(stream, answer));
    return stream.result;
  }

  #acknowledge(stream: ListenStream, answer: SubscriptionFilter): void {
    if (!this.#streams.has(stream)) return;
    stream.acknowledge(answer);
    this.#expiry.add(stream);
  }

  #refuseIfFull(): void {
    const { maxSubscriptions, logger } = this.#options;
    if (this.#streams.size < maxSubscriptions) return;
    logger.warn(`A listen stream was refused: ${maxSubscriptions} are open (option maxSubscriptions).`);
    throw new McpError('INTERNAL_ERROR', 'Subscription limit reached');
  }
}

/**
 * Resolves if the caller may listen. Whatever the reason that it may not, it learns the same.
 *
 * @throws McpError `INVALID_REQUEST`
 */
export async function permitted<Context>(
  { authorize, logger }: Pick<ListeningOptions<Context>, 'authorize' | 'logger'>,
  filter: SubscriptionFilter,
  ctx: Context,
): Promise<void> {
  if (authorize === undefined) return;
  try {
    if ((await authorize(filter, ctx)) === true) return;
  } catch (error) {
    if (!McpError.is(error)) logger.error('authorizeListen failed; the caller was turned away.', error);
  }
  throw new McpError('INVALID_REQUEST', 'Subscription not permitted');
}

function filterOf(exchange: Exchange): SubscriptionFilter {
  return exchange.params?.notifications as SubscriptionFilter; // the method's guard has checked it
}
