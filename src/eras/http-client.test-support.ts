import type { McpError } from '../errors/index.js';
import type { ClientTransport, Leg, TransportListener } from '../exchange/index.js';
import type { FetchFunction } from '../transports/http/ports.js';
import type { JsonObject, JsonRpcRequest, JsonRpcResponse } from '../types/index.js';
import type { HttpTransportOptions } from './http-client-options.js';

/** One request as a scripted server saw it. Header names are lower case. */
export interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly at: number;
  readonly isAborted: () => boolean;
}

/** A `fetch` that answers by a script and keeps what was sent. */
export function scriptedFetch(answer: (sent: Sent, count: number) => Response | Promise<Response>): {
  fetch: FetchFunction;
  sent: Sent[];
} {
  const sent: Sent[] = [];
  const fetch: FetchFunction = async (_url, init) => {
    const headers: Record<string, string> = {};
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value;
    });
    const one: Sent = {
      method: init.method ?? 'GET',
      headers,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      at: performance.now(),
      isAborted: () => init.signal?.aborted === true,
    };
    sent.push(one);
    return answer(one, sent.length);
  };
  return { fetch, sent };
}

/** What a transport tells its listener. */
export class Heard implements TransportListener {
  readonly notifications: string[] = [];
  readonly requests: JsonRpcRequest[] = [];
  readonly problems: McpError[] = [];
  readonly ends: (McpError | undefined)[] = [];

  notification(message: { method: string }): void {
    this.notifications.push(message.method);
  }
  request(message: JsonRpcRequest): void {
    this.requests.push(message);
  }
  problem(error: McpError): void {
    this.problems.push(error);
  }
  closed(error: McpError | undefined): void {
    this.ends.push(error);
  }
}

export function httpOptions(fetch: FetchFunction, more: Partial<HttpTransportOptions> = {}): HttpTransportOptions {
  return {
    url: new URL('http://server.test/mcp'),
    fetch,
    maxMessageBytes: 1 << 20,
    headerParams: () => undefined,
    nameParam: () => undefined,
    reconnection: { initialDelayMs: 1, maxDelayMs: 4, growth: 1.5, maxRetries: 3 },
    terminateSession: true,
    ...more,
  };
}

let lastId = 100;

/** Sends a request and gives its answer; rejects with what loses it. */
export function call(
  transport: ClientTransport,
  method: string,
  params?: JsonObject,
  id: string | number = ++lastId,
): Promise<JsonRpcResponse> {
  return new Promise((resolve, reject) => {
    const leg: Leg = { response: resolve, lost: reject };
    transport.request(
      params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params },
      leg,
    );
  });
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

export function result(sent: Sent, value: JsonObject = {}, headers: Record<string, string> = {}): Response {
  return json({ jsonrpc: '2.0', id: sent.body.id, result: value }, 200, headers);
}

/** An event stream that ends after these chunks, or stays open where the last one is `open`. */
export function events(...chunks: string[]): Response {
  const staysOpen = chunks.at(-1) === 'open';
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) if (chunk !== 'open') controller.enqueue(new TextEncoder().encode(chunk));
      if (!staysOpen) controller.close();
    },
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

export function event(message: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
}
