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
    if (typeof source !== 'function')
      return this.#client.send({ method, headers: merge(headers, source), body }, listener);
    let given: Record<string, string> | Promise<Record<string, string>>;
    try {
      given = source();
    } catch (cause) {
      given = Promise.reject(cause);
    }
    if (!isThenable(given)) return this.#client.send({ method, headers: merge(headers, given), body }, listener);
    const pending = new PendingSend(this.#client, { method, headers, body }, listener);
    given.then(pending.go, pending.fail);
    return pending.stop;
  }

  close(): void {
    this.#client.close();
  }
}

/** A request that waits for the user's headers. */
class PendingSend {
  readonly #client: HttpClient;
  readonly #request: HttpRequestOptions;
  readonly #listener: HttpResponseListener;
  #stopped = false;
  #breakOff: (() => void) | undefined;

  constructor(client: HttpClient, request: HttpRequestOptions, listener: HttpResponseListener) {
    this.#client = client;
    this.#request = request;
    this.#listener = listener;
  }

  readonly go = (given: Record<string, string>): void => {
    if (this.#stopped) return;
    const { method, headers, body } = this.#request;
    this.#breakOff = this.#client.send({ method, headers: merge(headers, given), body }, this.#listener);
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

/** The protocol's headers without those that the user gives, then the user's. */
function merge(own: HeaderList, given: Record<string, string> | undefined): HeaderList {
  if (given === undefined) return own;
  const names = Object.keys(given);
  if (names.length === 0) return own;
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const merged: string[] = [];
  for (let at = 0; at + 1 < own.length; at += 2) {
    const name = own[at] ?? '';
    if (!taken.has(name.toLowerCase())) merged.push(name, own[at + 1] ?? '');
  }
  for (const [name, value] of Object.entries(given)) merged.push(name, value);
  return merged;
}
