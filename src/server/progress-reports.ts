import { type Exchange, ProgressUpdate } from '../exchange/index.js';
import { type Logger, metaKeys, type ProgressToken, traits } from '../types/index.js';

/** Characters, about, of the reports that may wait for a client that does not keep up when the handler does not wait for it either. */
const maxWaiting = 1024 * 1024;
/** What a report is long without its message. */
const bareLength = 200;

/** Tells the client of one request how far the work is. */
export class ProgressReports {
  readonly #exchange: Exchange;
  readonly #logger: Logger;
  #last = Number.NEGATIVE_INFINITY;
  /** The length of the reports since the client fell behind. */
  #waiting = 0;
  /** The newest report beyond `maxWaiting`. */
  #newest: ProgressUpdate | undefined;
  #caughtUp: Promise<void> | undefined;

  constructor(exchange: Exchange, logger: Logger) {
    this.#exchange = exchange;
    this.#logger = logger;
  }

  readonly report = (value: number, total?: number, message?: string): Promise<void> => {
    const exchange = this.#exchange;
    const token = exchange.meta?.[metaKeys.progressToken] as ProgressToken | undefined; // the method's guard has checked its type
    if (token === undefined || exchange.done || exchange.cancelled) return nothing;
    if (!(value > this.#last)) {
      this.#logger.debug(`Progress ${value} of "${exchange.method}" is not above ${this.#last} and was dropped.`);
      return nothing;
    }
    this.#last = value;
    const params = new ProgressUpdate(token, value, total, message);
    if (this.#caughtUp === undefined) return this.#send(params);
    this.#waiting += bareLength + (message?.length ?? 0);
    if (this.#waiting <= maxWaiting) return this.#send(params);
    this.#newest = params;
    return this.#caughtUp;
  };

  #send(params: ProgressUpdate): Promise<void> {
    const sent = this.#exchange.peer.notify(traits.progress.name, params, this.#exchange);
    if (sent === undefined) return nothing;
    this.#caughtUp ??= this.#whenRead(sent);
    return sent;
  }

  async #whenRead(sent: Promise<void>): Promise<void> {
    await sent.catch(() => {}); // the handler may have it too, and is told
    const newest = this.#newest;
    this.#waiting = 0;
    this.#newest = undefined;
    this.#caughtUp = undefined;
    if (newest !== undefined && !this.#exchange.done && !this.#exchange.cancelled) await this.#send(newest);
  }
}

const nothing = Promise.resolve();
