import { isThenable } from '../exchange/index.js';
import type { HeaderList, HttpClient, HttpRequestOptions, HttpResponseListener } from '../transports/http/ports.js';
import type { HeaderSource } from './http-client-options.js';

/** Sends requests with the user's headers added. */
export class HttpSender {
  readonly #client: HttpClient;
  readonly #source: HeaderSource | undefined;

  constructor(client: HttpClient, source: HeaderSource | undefined) {
    this.#client = client;
    this.#source = source;
  }

  /** Sends a request. Returns the function that breaks it off, also while the user's headers are still awaited. */
  send(
    method: HttpRequestOptions['method'],
    headers: HeaderList,
    body: string | undefined,
    listener: HttpResponseListener,
  ): () => void {
    const source = this.#source;
    const request = { method, headers, body };
    if (typeof source !== 'function') return this.#client.send(withHeaders(request, source), listener);
    let complete: HttpRequestOptions | Promise<HttpRequestOptions>;
    try {
      const given = source();
      complete = isThenable(given) ? given.then((late) => withHeaders(request, late)) : withHeaders(request, given);
    } catch (cause) {
      complete = Promise.reject(cause);
    }
    if (!isThenable(complete)) return this.#client.send(complete, listener);
    const pending = new PendingSend(this.#client, listener);
    complete.then(pending.go, pending.fail);
    return pending.stop;
  }

  close(): void {
    this.#client.close();
  }
}

/** A request that waits for the user's headers. */
class PendingSend {
  readonly #client: HttpClient;
  readonly #listener: HttpResponseListener;
  #stopped = false;
  #breakOff: (() => void) | undefined;

  constructor(client: HttpClient, listener: HttpResponseListener) {
    this.#client = client;
    this.#listener = listener;
  }

  readonly go = (request: HttpRequestOptions): void => {
    if (!this.#stopped) this.#breakOff = this.#client.send(request, this.#listener);
  };

  readonly fail = (cause: unknown): void => {
    if (this.#stopped) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#listener.failed({ kind: 'network', message: `The headers option failed: ${reason}`, sent: false, cause });
  };

  readonly stop = (): void => {
    this.#stopped = true;
    this.#breakOff?.();
  };
}

/**
 * The protocol's headers without those that the user gives, then the user's.
 *
 * @throws TypeError when what the user gives are no headers
 */
function withHeaders(request: HttpRequestOptions, given: Record<string, string> | undefined): HttpRequestOptions {
  if (given === undefined) return request;
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`it takes an object of names and values; received ${given === null ? 'null' : typeof given}`);
  const names = Object.keys(given);
  if (names.length === 0) return request;
  const own = request.headers;
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const merged: string[] = [];
  for (let at = 0; at + 1 < own.length; at += 2) {
    const name = own[at] ?? '';
    if (!taken.has(name.toLowerCase())) merged.push(name, own[at + 1] ?? '');
  }
  for (const [name, value] of Object.entries(given)) merged.push(name, value);
  return { method: request.method, headers: merged, body: request.body };
}
