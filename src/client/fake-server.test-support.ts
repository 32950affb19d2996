import { type Connectable, connectable, type MemoryClient, type MemoryServer } from '../exchange/index.js';
import type { JsonObject, JsonRpcMessage, JsonRpcRequest, Logger } from '../types/index.js';

/** How a fake server deals with one request. What it returns is the result; `undefined` means: no answer, or one by hand. */
export type FakeHandler = (params: JsonObject, request: JsonRpcRequest, server: FakeServer) => JsonObject | undefined;

/** A server written by hand: it says exactly what a test wants, well-formed or not. */
export class FakeServer implements Connectable {
  readonly received: JsonRpcMessage[] = [];
  readonly handlers: Record<string, FakeHandler>;
  client: MemoryClient | undefined;
  closed = 0;

  constructor(
    era: 'legacy' | 'modern',
    handlers: Record<string, FakeHandler> = {},
    capabilities: JsonObject = { tools: {} },
  ) {
    this.handlers = Object.assign(Object.create(null), opening(era, capabilities), handlers);
  }

  [connectable](client: MemoryClient): MemoryServer {
    this.client = client;
    return { receive: (message) => this.#receive(message), close: () => this.closed++ };
  }

  send(message: JsonRpcMessage): void {
    this.client?.receive(message);
  }

  notify(method: string, params?: JsonObject): void {
    this.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
  }

  answer(request: JsonRpcRequest, result: JsonObject): void {
    this.send({ jsonrpc: '2.0', id: request.id, result });
  }

  refuse(request: JsonRpcRequest, code: number, message: string, data?: unknown): void {
    this.send({
      jsonrpc: '2.0',
      id: request.id,
      error: data === undefined ? { code, message } : { code, message, data },
    });
  }

  /** The messages of one method that the client has sent. */
  seen(method: string): { method: string; params?: JsonObject; id?: unknown }[] {
    return this.received.filter((message) => 'method' in message).filter((message) => message.method === method);
  }

  #receive(message: JsonRpcMessage): void {
    this.received.push(message);
    if (!('method' in message) || !('id' in message)) return;
    const handler = this.handlers[message.method];
    if (handler === undefined) {
      this.refuse(message, -32601, `Method not found: ${message.method}`);
      return;
    }
    const result = handler(message.params ?? {}, message, this);
    if (result !== undefined) this.answer(message, result);
  }
}

function opening(era: 'legacy' | 'modern', capabilities: JsonObject): Record<string, FakeHandler> {
  const serverInfo = { name: 'fake', version: '1', 'x-kept': true };
  if (era === 'legacy') {
    return { initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo, instructions: 'be nice' }) };
  }
  return {
    'server/discover': () => ({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities,
      instructions: 'be nice',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    }),
  };
}

/** A logger that keeps what it is told. */
export function recordingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const record = (message: string) => {
    lines.push(message);
  };
  return { lines, debug() {}, info() {}, warn: record, error: record };
}

/** The `_meta` of a message that a client sent. */
export function metaOf(message: { params?: JsonObject } | undefined): JsonObject {
  const meta = message?.params?._meta;
  return typeof meta === 'object' && meta !== null ? (meta as JsonObject) : {}; // just tested
}
