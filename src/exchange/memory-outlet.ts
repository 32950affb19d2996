import type { McpError } from '../errors/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonRpcErrorObject,
  type JsonRpcMessage,
  type RequestId,
} from '../types/index.js';
import type { MemoryClient } from './connectable.js';
import { plainCopy } from './plain-copy.js';
import type { Announcement, Codec, Outlet, Reply } from './ports.js';
import { unencodable } from './wire-reply.js';

/** Sends objects to an in-process client: no frames, and a plain copy of everything that crosses. */
export class MemoryOutlet implements Outlet {
  readonly #client: MemoryClient;
  #closed = false;

  constructor(client: MemoryClient) {
    this.#client = client;
  }

  get closed(): boolean {
    return this.#closed;
  }

  reply(codec: Codec, id: RequestId, method: string): Reply {
    return new MemoryReply(this, codec, id, method);
  }

  notify(codec: Codec, method: string, params: JsonObject | undefined): void {
    const sent = codec.paramsObject(method, params);
    this.send(sent === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params: copy(sent) });
  }

  request(codec: Codec, id: RequestId, method: string, params: JsonObject | undefined): void {
    const sent = codec.paramsObject(method, params);
    this.send(sent === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: copy(sent) });
  }

  refuse(codec: Codec, id: RequestId | undefined, error: McpError): void {
    const body = errorBody(codec, error);
    this.send(id === undefined ? { jsonrpc: '2.0', error: body } : { jsonrpc: '2.0', id, error: body });
  }

  send(message: JsonRpcMessage): void {
    if (!this.#closed) this.#client.receive(message);
  }

  /** Marks the client as gone. */
  close(): void {
    this.#closed = true;
  }
}

class MemoryReply implements Reply {
  readonly #outlet: MemoryOutlet;
  readonly #codec: Codec;
  readonly #id: RequestId;
  readonly #method: string;

  constructor(outlet: MemoryOutlet, codec: Codec, id: RequestId, method: string) {
    this.#outlet = outlet;
    this.#codec = codec;
    this.#id = id;
    this.#method = method;
  }

  get closed(): boolean {
    return this.#outlet.closed;
  }

  notify(method: string, params: JsonObject | undefined): void {
    this.#outlet.notify(this.#codec, method, params);
  }

  announce(announcement: Announcement): void {
    this.#outlet.notify(this.#codec, announcement.method, announcement.paramsFor(this.#id));
  }

  request(id: RequestId, method: string, params: JsonObject | undefined): void {
    this.#outlet.request(this.#codec, id, method, params);
  }

  result(result: JsonObject): void {
    let sent: JsonObject;
    try {
      sent = copy(this.#codec.resultObject(this.#method, result));
    } catch (cause) {
      this.fail(unencodable(cause));
      return;
    }
    this.#outlet.send({ jsonrpc: '2.0', id: this.#id, result: sent });
  }

  fail(error: McpError): void {
    this.#outlet.refuse(this.#codec, this.#id, error);
  }

  abandon(): void {}

  /** The connection cancels its own exchanges when it ends. */
  onClose(): void {}
}

/** An error whose `data` JSON cannot hold is told as one of the handler. */
function errorBody(codec: Codec, error: McpError): JsonRpcErrorObject {
  let body: JsonObject;
  try {
    body = copy(codec.errorObject(error));
  } catch (cause) {
    body = copy(codec.errorObject(unencodable(cause)));
  }
  return body as unknown as JsonRpcErrorObject; // a copy of an error object
}

/** Throws a `TypeError` for an object whose `toJSON()` gives none. */
function copy(value: object): JsonObject {
  const copied = plainCopy(value);
  if (isJsonObject(copied)) return copied;
  throw new TypeError('The JSON of a message is of an object; its toJSON() gives something else.');
}
