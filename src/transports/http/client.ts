import { isAbort, reasonOf } from './client-failure.js';
import { ClientResponse } from './client-response.js';
import { followRedirect, isRedirect, type Target, targetOf, unusable, withAuthorization } from './client-target.js';
import type {
  AnswerHeaders,
  FetchFunction,
  HttpClient,
  HttpClientOptions,
  HttpRequestOptions,
  HttpResponseListener,
} from './ports.js';

/**
 * Makes a client over `fetch`: the one given in `options.fetch`, or the platform's own.
 *
 * Redirects are asked for as they are and followed only within the endpoint's origin; browsers hide where a redirect leads, so
 * there every redirect fails. How long a silent body is waited for is up to the `fetch` in use: the one in Node gives up
 * after 300 s without a byte.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return new FetchClient(options);
}

class FetchClient implements HttpClient {
  readonly #target: Target;
  readonly #fetch: FetchFunction | undefined;
  readonly #limit: number;

  constructor(options: HttpClientOptions) {
    this.#target = targetOf(options.url);
    this.#fetch = options.fetch;
    this.#limit = options.maxMessageBytes;
  }

  send(request: HttpRequestOptions, listener: HttpResponseListener): () => void {
    const response = new ClientResponse(`${request.method} ${this.#target.label}`, listener, this.#limit);
    const call = new FetchCall(this.#fetch, request, response);
    call.start(this.#target);
    return () => call.abort();
  }

  /** The platform owns the connections. */
  close(): void {}
}

/** One request on its way, over as many redirects as it takes. */
class FetchCall {
  readonly #fetch: FetchFunction | undefined;
  readonly #request: HttpRequestOptions;
  readonly #response: ClientResponse;
  readonly #control = new AbortController();
  #redirects = 0;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(fetch: FetchFunction | undefined, request: HttpRequestOptions, response: ClientResponse) {
    this.#fetch = fetch;
    this.#request = request;
    this.#response = response;
  }

  start(target: Target): void {
    const problem = unusable(target.url);
    if (problem !== undefined) {
      queueMicrotask(() =>
        this.#response.failWith({ kind: 'network', message: problem, sent: false, cause: undefined }),
      );
      return;
    }
    const { signal } = this.#control;
    const { method, body } = this.#request;
    const headers = recordOf(withAuthorization(this.#request.headers, target));
    const fetch = this.#fetch ?? globalThis.fetch;
    let pending: Promise<Response>;
    try {
      pending = fetch(target.href, { method, headers, body: body ?? null, redirect: 'manual', signal });
    } catch (error) {
      pending = Promise.reject(error);
    }
    Promise.resolve(pending).then(
      (response) => this.#onResponse(target, response),
      (error) => this.#onError(error, false),
    );
  }

  abort(): void {
    if (this.#response.done) return;
    this.#response.abandon();
    this.#breakOff();
  }

  #onResponse(target: Target, response: Response): void {
    try {
      if (this.#response.done) discard(response);
      else if (response.type === 'opaqueredirect') this.#redirectHidden();
      else if (isRedirect(response.status) && response.headers.has('location')) this.#redirect(target, response);
      else this.#read(response);
    } catch (error) {
      // A `fetch` function of the user's may give anything.
      this.#onError(error, true);
    }
  }

  #redirect(target: Target, response: Response): void {
    discard(response);
    const location = response.headers.get('location') ?? '';
    const next = followRedirect(target, this.#request.method, response.status, location, this.#redirects++);
    if (typeof next === 'string') {
      this.#response.failWith({ kind: 'redirect', message: next, sent: true, cause: undefined });
    } else this.start(next);
  }

  #redirectHidden(): void {
    const what = 'was redirected, and this platform does not tell where to; connect to the final URL directly';
    this.#response.fail('redirect', what, true, undefined);
  }

  #read(response: Response): void {
    if (!this.#response.head(response.status, new FetchedHeaders(response.headers))) {
      this.#breakOff();
      return;
    }
    if (response.body === null) {
      this.#response.finish();
      return;
    }
    this.#reader = response.body.getReader();
    this.#next();
  }

  /** The stream is read again once what it began with has been. */
  #whenOpen(opening: Promise<boolean>): void {
    void opening.then((goesOn) => (goesOn ? this.#next() : this.#breakOff()));
  }

  #next(): void {
    this.#reader?.read().then(this.#onChunk, this.#onBroken);
  }

  readonly #onChunk = (result: ReadableStreamReadResult<Uint8Array>): void => {
    if (result.done) {
      this.#response.finish();
      return;
    }
    try {
      const { opening } = this.#response;
      if (!this.#response.chunk(result.value)) this.#breakOff();
      else if (opening !== undefined) this.#whenOpen(opening);
      else this.#next();
    } catch (error) {
      this.#onError(error, true);
      this.#breakOff();
    }
  };

  readonly #onBroken = (error: unknown): void => this.#onError(error, true);

  #onError(error: unknown, answered: boolean): void {
    const reason = reasonOf(error);
    const sent = answered || !reason.unsent;
    const what = answered ? `was answered, but the answer broke off: ${reason.text}` : `failed: ${reason.text}`;
    this.#response.fail(isAbort(error) ? 'aborted' : 'network', what, sent, error);
  }

  /** Frees the connection. A `fetch` function may ignore its signal, so the body is cancelled as well. */
  #breakOff(): void {
    this.#control.abort();
    this.#reader?.cancel().catch(ignore);
  }
}

/** Asks the platform for each header by its name: to copy all of them takes a fifteenth of what `fetch` takes for a small answer. */
class FetchedHeaders implements AnswerHeaders {
  readonly #headers: Headers;

  constructor(headers: Headers) {
    this.#headers = headers;
  }

  get(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  entries(): [string, string][] {
    const names = new Set<string>();
    // Tests and wrappers of `fetch` may bring headers that can only be asked for by name.
    this.#headers.forEach?.((_, name) => {
      names.add(name);
    });
    return [...names].map((name) => [name, this.get(name) ?? '']);
  }
}

/** Headers as a plain object, which a user's `fetch` function can spread. */
function recordOf(headers: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let i = 0; i + 1 < headers.length; i += 2) record[headers[i] ?? ''] = headers[i + 1] ?? '';
  return record;
}

function discard(response: Response): void {
  response.body?.cancel().catch(ignore);
}

function ignore(): void {}
