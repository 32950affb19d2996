import type { Exchange, Peer } from '../../exchange/index.js';
import {
  type ClientCapabilities,
  type Implementation,
  isJsonObject,
  type JsonObject,
  type LoggingLevel,
  metaKeys,
  traits,
} from '../../types/index.js';
import { latestModernVersion } from './version.js';

/** The client of one request: without a handshake nothing is known of it beyond what the request says. */
export class ModernPeer implements Peer {
  readonly protocolVersion = latestModernVersion;
  readonly questions = 'inputRequired';
  readonly #params: JsonObject | undefined;
  #exchange: Exchange | undefined;

  constructor(params: JsonObject | undefined) {
    this.#params = params;
  }

  /** Ties the peer to the one exchange whose stream it has. */
  belongsTo(exchange: Exchange): Exchange {
    this.#exchange = exchange;
    return exchange;
  }

  get clientInfo(): Implementation | undefined {
    return this.#meta(metaKeys.clientInfo) as Implementation | undefined; // the envelope check saw an object; its fields are the client's claim
  }

  get clientCapabilities(): ClientCapabilities {
    return (this.#meta(metaKeys.clientCapabilities) ?? {}) as ClientCapabilities; // likewise
  }

  get logLevel(): LoggingLevel | undefined {
    return this.#meta(metaKeys.logLevel) as LoggingLevel | undefined; // the envelope check knows the levels
  }

  get closed(): boolean {
    const exchange = this.#exchange;
    return exchange === undefined || exchange.done || exchange.reply?.closed !== false;
  }

  /** Only progress and log messages travel on a request's own stream; changes reach this era's clients by subscription. */
  notify(method: string, params: JsonObject | undefined): void | Promise<void> {
    if (method !== traits.progress.name && method !== traits.loggingMessage.name && method.startsWith('notifications/'))
      return;
    const exchange = this.#exchange;
    if (exchange === undefined || this.closed || exchange.method === traits.listen.name) return; // a stream of changes carries nothing else
    return exchange.reply?.notify(method, params);
  }

  #meta(key: string): unknown {
    const meta = this.#params?._meta;
    return isJsonObject(meta) ? meta[key] : undefined;
  }
}
