import { loadPart } from '../errors/index.js';
import type { JsonObject, JsonRpcNotification } from '../types/index.js';
import type { SendOptions } from './call-options.js';
import type { CacheHost, ResponseCache } from './response-cache.js';
import type { PlainReader } from './results.js';

/** Sends the requests whose results may be kept. What keeps them is loaded with the first result that a server allows that for. */
export class CachePart {
  /** What keeps results, once it has been loaded. */
  loaded: ResponseCache | undefined;
  readonly #host: CacheHost;
  /** How often something happened after which a result that is on its way may be out of date. */
  #changes = 0;

  constructor(host: CacheHost) {
    this.#host = host;
  }

  /** Gives what is kept, or sends the request, as the option `cache` of the call says. */
  request<T>(method: string, params: JsonObject | undefined, reader: PlainReader<T>, options: SendOptions): Promise<T> {
    const { loaded } = this;
    if (loaded !== undefined) return loaded.request(method, params, reader, options);
    if (options.cache !== undefined)
      return this.#load().then((cache) => cache.request(method, params, reader, options));
    const changes = this.#changes;
    return this.#host.connection.request(
      method,
      params,
      {
        read: (result, sent) => {
          const value = reader.read(result, sent);
          if (!this.#host.keeps || !Number(result.ttlMs)) return value;
          const received = Date.now();
          return this.#load().then(
            (cache) => {
              if (changes === this.#changes) cache.keep(method, params, options, { result, sent, value, received });
              return value;
            },
            () => value, // nothing is kept, and the answer is there all the same
          );
        },
      },
      options,
    );
  }

  /** Forgets what a notification says is out of date; without one, everything. */
  changed(message?: JsonRpcNotification): void {
    this.#changes++;
    this.loaded?.changed(message);
  }

  async #load(): Promise<ResponseCache> {
    const { ResponseCache } = await loadPart(import('./response-cache.js'));
    this.loaded ??= new ResponseCache(this.#host);
    return this.loaded;
  }
}
