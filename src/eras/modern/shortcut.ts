import { Exchange, isThenable, noOrigin, type Outlet, plainCopy, type Shortcut } from '../../exchange/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonRpcMessage,
  metaKeys,
  type RequestId,
  traits,
} from '../../types/index.js';
import { InFlight } from '../in-flight.js';
import type { ServerPort } from '../server-port.js';
import { ModernCodec } from './codec.js';
import { checkShape, checkVersion } from './envelope-check.js';
import { ModernPeer } from './peer.js';
import { modernRevision } from './revision.js';

/**
 * Serves a client in the same process without messages: the requests that come this way have one envelope, which is checked once, and
 * ids that nobody else gives; a usual result that is there at once is handed back. That takes 0.8 µs off a call of 1.9. Whatever else
 * comes of a request (a promise, an error, questions, a result with `_meta`) is answered like one that came as a message.
 */
export class ModernShortcut {
  readonly #port: ServerPort;
  readonly #outlet: Outlet;
  readonly #codec: ModernCodec;
  readonly #copyIdentity: () => JsonObject;
  readonly #inFlight = new InFlight();
  #closed = false;

  constructor(port: ServerPort, outlet: Outlet) {
    this.#port = port;
    this.#outlet = outlet;
    this.#codec = new ModernCodec(port.identity);
    const identity: JsonObject = { ...port.identity };
    this.#copyIdentity = isFlat(identity) ? () => ({ ...identity }) : () => copied(identity);
  }

  /** The shortcut for requests with this `_meta`, of which each gets a copy; `undefined` where they would be refused. */
  open(meta: JsonObject): Shortcut | undefined {
    const envelope = envelopes(copied(meta));
    const message = { jsonrpc: '2.0', id: 0, method: '', params: { _meta: envelope() } } as const;
    if (checkShape(message) !== undefined || checkVersion(message) !== undefined) return undefined;
    return (id, method, params) => {
      if (this.#closed) return nothing;
      params._meta = envelope();
      return this.#run(id, method, params);
    };
  }

  /** Hears what the client sends otherwise: it may give up a request that has come this way. */
  hear(message: JsonRpcMessage): void {
    if (!('method' in message) || message.method !== traits.cancelled.name) return;
    this.#inFlight.cancel(message.params?.requestId, message.params?.reason);
  }

  /** Gives up what is running. Idempotent. */
  close(): void {
    this.#closed = true;
    this.#inFlight.close('The connection was closed.');
  }

  #run(id: RequestId, method: string, params: JsonObject): JsonObject | (() => void) {
    const peer = new ModernPeer(params);
    const reply = this.#outlet.reply(this.#codec, id, method);
    const exchange = new Exchange(id, method, params, modernRevision, peer, reply, noOrigin);
    peer.belongsTo(exchange);
    let outcome: JsonObject | Promise<JsonObject>;
    try {
      outcome = this.#port.dispatch(exchange);
    } catch (error) {
      return () => this.#inFlight.run(() => raise(error), exchange);
    }
    const result =
      isThenable(outcome) || exchange.done || exchange.cancelled ? undefined : this.#usual(method, outcome);
    if (result === undefined) return () => this.#inFlight.run(() => outcome, exchange);
    exchange.done = true;
    return result;
  }

  /** A result as the client gets it, nobody else's; `undefined` for one that is not usual, or throws when it is looked at. */
  #usual(method: string, result: JsonObject): JsonObject | undefined {
    if (saysHowLong.has(method)) return undefined;
    try {
      const { _meta, resultType, toJSON } = result;
      if (_meta !== undefined || resultType !== undefined || toJSON !== undefined) return undefined;
      const stamp = { [metaKeys.serverInfo]: this.#copyIdentity() };
      const text = onlyText(result);
      if (text !== undefined) return { content: [{ type: 'text', text }], resultType: 'complete', _meta: stamp };
      const copy = plainCopy(result);
      return isJsonObject(copy) ? Object.assign(copy, { resultType: 'complete', _meta: stamp }) : undefined;
    } catch {
      return undefined; // the other way tells why
    }
  }
}

/** The methods whose results say how long they keep; with them are those of whose results some revisions drop something. */
const saysHowLong = new Set<string>(
  traits.served.filter((method) => method.cacheable === true).map((method) => method.name),
);

/** The text of a result that holds nothing else. What tools mostly give is written down again, which takes 0.15 µs less than a copy. */
function onlyText(result: JsonObject): string | undefined {
  const { content } = result;
  if (!isPlain(result, 'content', undefined) || !Array.isArray(content) || content.length !== 1) return undefined;
  const block: unknown = content[0];
  if (!isJsonObject(block) || block.type !== 'text' || typeof block.text !== 'string') return undefined;
  return isPlain(block, 'type', 'text') && !('toJSON' in content) ? block.text : undefined;
}

/** Whether a value is an object as JSON gives one, with one field or two. */
function isPlain(value: JsonObject, one: string, other: string | undefined): boolean {
  let fields = 0;
  for (const name in value) {
    if (name !== one && name !== other) return false;
    fields++;
  }
  return fields === (other === undefined ? 1 : 2) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Makes the envelope of each request. Where its parts hold nothing that has parts, that takes 0.03 µs instead of the 0.2 of a copy. */
function envelopes(meta: JsonObject): () => JsonObject {
  const {
    [metaKeys.protocolVersion]: version,
    [metaKeys.clientInfo]: info,
    [metaKeys.clientCapabilities]: capabilities,
    ...others
  } = meta;
  if (!isFlat(info) || !isFlat(capabilities) || Object.keys(others).length > 0) return () => copied(meta);
  return () => ({
    [metaKeys.protocolVersion]: version,
    [metaKeys.clientInfo]: { ...info },
    [metaKeys.clientCapabilities]: { ...capabilities },
  });
}

function isFlat(value: unknown): value is JsonObject {
  return isJsonObject(value) && Object.values(value).every((member) => typeof member !== 'object');
}

function copied(value: JsonObject): JsonObject {
  return plainCopy(value) as JsonObject; // the copy of an object without toJSON is an object
}

function raise(error: unknown): never {
  throw error;
}

function nothing(): void {}
