import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, Agent as PlainAgent } from 'node:http';
import type { Agent as TlsAgent } from 'node:https';
import { createHttpClient as createFetchClient } from './client.js';
import { reasonOf } from './client-failure.js';
import { ClientResponse } from './client-response.js';
import { followRedirect, isRedirect, type Target, targetOf, unusable, withAuthorization } from './client-target.js';
import type {
  AnswerHeaders,
  HttpClient,
  HttpClientOptions,
  HttpRequestOptions,
  HttpResponseListener,
} from './ports.js';

/**
 * Idle connections are closed after `timeout` ms, or a second before the server announced that it will. The agent heeds the
 * announcement only where it has a timeout of its own. A silent connection that is in use is not cut: it is probed after
 * `keepAliveMsecs`, so that a server which vanished is noticed.
 */
const agentOptions = { keepAlive: true, keepAliveMsecs: 15_000, timeout: 60_000 } as const;

/** After this many ms without a request the event loop turns before the next is sent; see `NodeClient.send`. */
const quietAfter = 1000;

/** The largest request that the kernel takes in one piece on an idle connection, in bytes, reckoned low. */
const onePiece = 8 * 1024;

/**
 * Makes a client over `node:http` and `node:https` with connections kept alive, or over `options.fetch` when that is given.
 *
 * Idle connections and the standing stream of a session (a GET without `Last-Event-ID`) do not hold the process open; any
 * other request does until it is answered. Compression is not asked for. A body may stay silent for any time.
 *
 * Node's modules are taken when the first client is made, and those for TLS with the first `https:` address: programs that
 * never send over HTTP, servers above all, do not load them.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return options.fetch === undefined ? new NodeClient(options) : createFetchClient(options);
}

/** What never changes between requests to one target. */
interface Route {
  readonly target: Target;
  readonly request: typeof import('node:http').request;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly agent: PlainAgent;
}

class NodeClient implements HttpClient {
  readonly #http = process.getBuiltinModule('node:http');
  readonly #clock = process.getBuiltinModule('node:perf_hooks').performance;
  readonly #problem: string | undefined;
  readonly #route: Route;
  readonly #limit: number;
  readonly #plain = new this.#http.Agent(agentOptions);
  #tls: TlsAgent | undefined;
  #lastUse = 0;

  constructor(options: HttpClientOptions) {
    this.#problem = unusable(options.url);
    this.#route = this.routeTo(targetOf(options.url));
    this.#limit = options.maxMessageBytes;
  }

  /**
   * After a pause the event loop turns twice before the request is written: a connection that the server closed meanwhile,
   * perhaps while this thread was busy, is then seen to be closed and is not used.
   */
  send(request: HttpRequestOptions, listener: HttpResponseListener): () => void {
    const response = new ClientResponse(`${request.method} ${this.#route.target.label}`, listener, this.#limit);
    const call = new NodeCall(this, request, response);
    const problem = this.#problem;
    if (problem !== undefined) {
      queueMicrotask(() => response.failWith({ kind: 'network', message: problem, sent: false, cause: undefined }));
    } else if (this.#clock.now() - this.#lastUse > quietAfter && this.#hasIdle()) {
      const { setImmediate } = process.getBuiltinModule('node:timers');
      setImmediate(() => setImmediate(() => this.#start(call)));
    } else this.#start(call);
    return () => call.abort();
  }

  /** Closes idle connections, and those in use as soon as they are no longer. */
  close(): void {
    for (const agent of [this.#plain, this.#tls]) {
      if (agent === undefined) continue;
      agent.maxFreeSockets = 0;
      for (const sockets of Object.values(agent.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy();
      }
    }
  }

  routeTo(target: Target): Route {
    const { protocol, hostname, port, pathname, search } = target.url;
    const https = protocol === 'https:' ? process.getBuiltinModule('node:https') : undefined;
    return {
      target,
      request: (https ?? this.#http).request,
      host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
      port: port === '' ? (https === undefined ? 80 : 443) : Number(port),
      path: pathname + search,
      agent: https === undefined ? this.#plain : this.#tlsAgent(https),
    };
  }

  #start(call: NodeCall): void {
    this.#lastUse = this.#clock.now();
    call.start(this.#route);
  }

  #hasIdle(): boolean {
    for (const _ in this.#route.agent.freeSockets) return true;
    return false;
  }

  #tlsAgent(https: typeof import('node:https')): TlsAgent {
    this.#tls ??= new https.Agent({ maxFreeSockets: this.#plain.maxFreeSockets, ...agentOptions });
    return this.#tls;
  }
}

/** One request on its way, over as many redirects as it takes. */
class NodeCall {
  readonly #client: NodeClient;
  readonly #request: HttpRequestOptions;
  readonly #response: ClientResponse;
  #outgoing: ClientRequest | undefined;
  #answered = false;
  #retried = false;
  #redirects = 0;

  constructor(client: NodeClient, request: HttpRequestOptions, response: ClientResponse) {
    this.#client = client;
    this.#request = request;
    this.#response = response;
  }

  start(route: Route): void {
    if (this.#response.done) return;
    const { method, body } = this.#request;
    const { host, port, path, agent } = route;
    const headers = this.#headers(route.target);
    let outgoing: ClientRequest;
    try {
      outgoing = route.request({ host, port, path, agent, method, headers });
    } catch (error) {
      queueMicrotask(() => this.#response.fail('network', `could not be made: ${reasonOf(error).text}`, false, error));
      return;
    }
    this.#outgoing = outgoing;
    this.#answered = false;
    outgoing.on('response', (incoming: IncomingMessage) => this.#onResponse(route, incoming));
    outgoing.on('error', (error) => {
      if (outgoing === this.#outgoing) this.#onError(route, outgoing, error);
    });
    outgoing.on('close', () => {
      if (outgoing === this.#outgoing) this.#onClose();
    });
    if (this.#isStanding()) outgoing.on('socket', (socket) => socket.unref());
    outgoing.end(body);
  }

  abort(): void {
    if (this.#response.done) return;
    this.#response.abandon();
    this.#outgoing?.destroy();
  }

  /** The raw list, to which `node:http` adds nothing but `Connection`. */
  #headers(target: Target): string[] {
    const { body, method } = this.#request;
    const headers = ['Host', target.url.host, ...withAuthorization(this.#request.headers, target)];
    if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
    else if (method === 'POST') headers.push('Content-Length', '0');
    return headers;
  }

  /** A stream that waits for whatever the server may send, as opposed to one that brings a call's answer. */
  #isStanding(): boolean {
    const { method, headers } = this.#request;
    return method === 'GET' && !headers.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'last-event-id');
  }

  #onResponse(route: Route, incoming: IncomingMessage): void {
    this.#answered = true;
    incoming.on('error', (error) => this.#onBroken(error));
    const status = incoming.statusCode ?? 0;
    const { location } = incoming.headers;
    if (location !== undefined && isRedirect(status)) {
      this.#redirect(route, incoming, status, location);
      return;
    }
    const headers = new IncomingHeaders(incoming.headers);
    if (!this.#response.head(status, headers) || !this.#isReadable(headers)) {
      incoming.destroy();
      return;
    }
    void this.#response.opening?.then((goesOn) => goesOn || incoming.destroy());
    // Nobody waits for the rest of a body that is only read in passing.
    if (this.#response.done) incoming.socket.unref();
    incoming.on('data', (chunk: Uint8Array) => {
      if (!this.#response.chunk(chunk)) incoming.destroy();
    });
    incoming.on('end', () => {
      if (incoming.complete) this.#response.finish();
    });
  }

  #isReadable(headers: AnswerHeaders): boolean {
    const encoding = headers.get('content-encoding');
    if (encoding === undefined || encoding === 'identity' || this.#response.done) return true;
    const what = `was answered in content-encoding ${encoding}, which was not asked for and is not decoded`;
    this.#response.fail('network', what, true, undefined);
    return false;
  }

  #redirect(route: Route, incoming: IncomingMessage, status: number, location: string): void {
    this.#outgoing = undefined;
    drain(incoming);
    const next = followRedirect(route.target, this.#request.method, status, location, this.#redirects++);
    if (typeof next === 'string') {
      this.#response.failWith({ kind: 'redirect', message: next, sent: true, cause: undefined });
    } else this.start(this.#client.routeTo(next));
  }

  #onError(route: Route, outgoing: ClientRequest, error: Error): void {
    if (this.#answered) {
      this.#onBroken(error);
      return;
    }
    const unwritten = this.#neverWritten(outgoing, error);
    if (
      outgoing.reusedSocket &&
      !this.#retried &&
      (unwritten || this.#request.method === 'GET') &&
      !this.#response.done
    ) {
      this.#retried = true;
      this.start(route);
      return;
    }
    const reason = reasonOf(error);
    this.#response.fail('network', `failed: ${reason.text}`, !unwritten && !reason.unsent, error);
  }

  /**
   * Whether a kept-alive connection was found closed before a byte of the request was taken: `write` itself failed, on a
   * request that goes out in one piece. A connection that broke after the write may have delivered the request, so then only
   * a GET is tried again.
   */
  #neverWritten(outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean {
    if (!outgoing.reusedSocket || (this.#request.body ?? '').length > onePiece / 3) return false;
    if (error.code === 'EPIPE') return error.syscall === undefined || error.syscall === 'write';
    return error.code === 'ECONNRESET' && error.syscall === 'write';
  }

  #onBroken(error: unknown): void {
    this.#response.fail('network', `was answered, but the answer broke off: ${reasonOf(error).text}`, true, error);
  }

  /** Nothing comes after this; whoever was not told of an end by now is told here. */
  #onClose(): void {
    const what = this.#answered
      ? 'was answered, but the answer broke off'
      : 'failed: the connection closed without an answer';
    this.#response.fail('network', what, true, undefined);
  }
}

/** Reads the rest of a body that nobody wants, so that the connection can be used again, unless it is long. */
function drain(incoming: IncomingMessage): void {
  let size = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > 64 * 1024) incoming.destroy();
  });
}

class IncomingHeaders implements AnswerHeaders {
  readonly #headers: IncomingHttpHeaders;

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  entries(): [string, string][] {
    return Object.keys(this.#headers).map((name) => [name, this.get(name) ?? '']);
  }
}
