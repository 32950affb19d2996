import type { MessageChannel, MessageChannelListener } from 'parley-mcp/client';
import { WireRecorder } from '../wire/recorder.js';
import { recordingFetch } from '../wire/recording-fetch.js';

export type Json = { [key: string]: unknown };
export type Params = Json & { _meta?: Json };

/** One request of the client, and the means to say things before its answer. */
export interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: Params;
  /** Sends any message. */
  send(message: Json | readonly unknown[]): void;
  notify(method: string, params?: Json): void;
}

/** What a scripted server answers: a result at once or later, an error, or (`undefined`) nothing. */
export type Answer = Json | undefined | Promise<Json | undefined>;
export type Script = { readonly [method: string]: (asked: Asked) => Answer };

/** Makes an answer of a script an error. */
export const failing = (code: number, message: string, data?: unknown): Json => ({
  '#error': data === undefined ? { code, message } : { code, message, data },
});

const legacyOpening = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 's', version: '1' },
};

/** A server written by hand, at the other end of a message channel: it says exactly what a test wants. */
export class ScriptedServer implements MessageChannel {
  readonly recorder = new WireRecorder();
  readonly received: Json[] = [];
  readonly #script: Script;
  #listener: MessageChannelListener | undefined;

  constructor(script: Script) {
    this.#script = { initialize: () => legacyOpening, ...script };
  }

  start(listener: MessageChannelListener): void {
    this.#listener = listener;
  }

  send(text: string): void {
    this.recorder.record('client', text);
    const message: Json = JSON.parse(text);
    this.received.push(message);
    if (message.id === undefined || typeof message.method !== 'string') return;
    void this.#answer(message.id, message.method, message);
  }

  async close(): Promise<void> {}

  /** The messages of one method that the client has sent. */
  seen(method: string): Json[] {
    return this.received.filter((message) => message.method === method);
  }

  say(message: Json | readonly unknown[]): void {
    const text = JSON.stringify(message);
    this.recorder.record('server', text);
    this.#listener?.message(text);
  }

  async #answer(id: unknown, method: string, message: Json): Promise<void> {
    const send = (said: Json | readonly unknown[]) => this.say(said);
    const asked: Asked = {
      id,
      method,
      params: (message.params ?? {}) as Params, // what a client of ours sends has params of this shape
      send,
      notify: (name, params) => send({ jsonrpc: '2.0', method: name, ...(params === undefined ? {} : { params }) }),
    };
    const handler = this.#script[method];
    const answer = handler === undefined ? failing(-32601, 'Method not found') : await handler(asked);
    if (answer === undefined) return;
    const { '#error': error, ...result } = answer;
    send(error === undefined ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error });
  }
}

/** One HTTP request as a scripted server saw it. Header names are lower case. */
export interface Sent {
  readonly verb: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string | undefined;
  readonly id: unknown;
  readonly params: Params;
}

/** A `fetch` that answers by a script and keeps, and records, what was sent. */
export function scriptedFetch(answer: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const recorder = new WireRecorder();
  const inner = async (_input: unknown, init?: RequestInit): Promise<Response> => {
    const body: Json = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    const one: Sent = {
      verb: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      method: typeof body.method === 'string' ? body.method : undefined,
      id: body.id,
      params: (body.params ?? {}) as Params, // what a client of ours sends has params of this shape
    };
    sent.push(one);
    return answer(one);
  };
  const recording = recordingFetch(recorder, inner);
  const fetch = (url: string, init: RequestInit) => recording(url, init);
  /** The JSON-RPC methods that were sent, or the HTTP verb where there was no body. */
  const methods = () => sent.map(({ verb, method }) => method ?? verb);
  return { fetch, sent, recorder, methods };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

export const result = (sent: Sent, value: Json, headers?: Record<string, string>): Response =>
  json({ jsonrpc: '2.0', id: sent.id, result: value }, 200, headers);

export const error = (id: unknown, code: number, message = 'No', data?: unknown) =>
  id === undefined
    ? { jsonrpc: '2.0', error: { code, message, data } }
    : { jsonrpc: '2.0', id, error: { code, message, data } };

export const opened = (sent: Sent, session?: string): Response =>
  result(sent, legacyOpening, session === undefined ? {} : { 'mcp-session-id': session });

export const discovered = (sent: Sent, more: Json = {}): Response =>
  result(sent, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
    ...more,
  });

export const taken = (): Response => new Response(null, { status: 202 });
export const url = 'http://shop.example/mcp';
