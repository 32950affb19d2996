import type { Served } from 'parley-mcp';
import { createHttpHandler, type HttpOptions } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { expect, vi } from 'vitest';
import { WireRecorder } from '../wire/recorder.js';
import { recordingFetch } from '../wire/recording-fetch.js';
import { pipePair } from './wires.js';

export type Json = { [key: string]: unknown };

/** Long enough for a busy machine to load code that is needed for the first time. */
export const patience = { timeout: 5000 };

const modernVersion = '2026-07-28';

/** The `_meta` that every modern request carries. */
export const modernMeta: Json = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const rpc = (id: unknown, method: string, params?: object): Json =>
  params === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params };

export const modern = (id: unknown, method: string, params: object = {}): Json =>
  rpc(id, method, { ...params, _meta: modernMeta });

export const opening = (protocolVersion: string, id: unknown = 0): Json =>
  rpc(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });

export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** The headers of a modern POST. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  const headers: Record<string, string> = { ...json, 'mcp-protocol-version': modernVersion, 'mcp-method': method };
  if (name !== undefined) headers['mcp-name'] = name;
  return headers;
}

/** A server behind the fetch host, spoken to without a client. What passes is recorded; `problems` is what the server got wrong. */
export function rawHttp(server: Served, options: HttpOptions = {}) {
  const handler = createHttpHandler(server, options);
  const recorder = new WireRecorder();
  const fetch = recordingFetch(recorder, (input, init) => handler.fetch(new Request(input, init)));
  const send = (method: string, headers: Record<string, string>, body?: unknown, signal?: AbortSignal) =>
    fetch('http://localhost/mcp', {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  const post = (body: unknown, headers: Record<string, string> = json, signal?: AbortSignal) =>
    send('POST', headers, body, signal);
  return {
    post,
    send,
    recorder,
    /** Opens a session, and gives the headers of its further requests. */
    async open(version: string): Promise<Record<string, string>> {
      const response = await post(opening(version));
      expect(response.status).toBe(200);
      await response.text();
      const headers: Record<string, string> = { ...json, 'mcp-protocol-version': version };
      const session = response.headers.get('mcp-session-id');
      if (session !== null) headers['mcp-session-id'] = session;
      const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
      expect(told.status).toBe(202);
      return headers;
    },
    problems: () => recorder.problems('server'),
    async [Symbol.asyncDispose]() {
      await handler.close();
      expect(recorder.problems('server')).toEqual([]);
    },
  };
}

/** A server behind pipes, spoken to line by line. */
export async function rawStdio(server: Served) {
  const recorder = new WireRecorder();
  const { stdin, stdout, channel } = pipePair(recorder);
  const serving = await serveStdio(server, { stdin, stdout });
  const received: Json[] = [];
  await channel.start({ message: (text) => received.push(JSON.parse(text)), closed() {}, problem() {} });
  const send = (message: unknown) => channel.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = async (wanted: (message: Json) => boolean): Promise<Json> => {
    const found = await vi.waitFor(() => {
      const index = received.findIndex(wanted);
      if (index < 0) throw new Error(`Not received; there is ${JSON.stringify(received).slice(0, 400)}`);
      return received.splice(index, 1)[0];
    }, patience);
    return found ?? {};
  };
  return {
    send,
    received,
    recorder,
    /** The next message that fits. */
    next,
    /** Sends a request and gives the answer with its id. */
    async ask(message: Json): Promise<Json> {
      await send(message);
      return next((answer) => answer.id === message.id && !('method' in answer));
    },
    async [Symbol.asyncDispose]() {
      await serving.close();
      expect(recorder.problems('server')).toEqual([]);
    },
  };
}
