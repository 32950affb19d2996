import { ConnectionError } from '../../errors/index.js';
import type { AuthInfo, Codec, Exchange } from '../../exchange/index.js';
import type { EventStream } from '../../transports/http/index.js';
import type { JsonObject, JsonRpcRequest, RequestId } from '../../types/index.js';
import { InFlight } from '../in-flight.js';
import type { Revision } from '../revision.js';
import { legacyCodec } from './codec.js';
import { LegacyPeer } from './peer.js';
import { negotiated } from './revision.js';

/** How many messages wait for a client to open its stream; the oldest is dropped for a further one. */
const maxWaiting = 256;

/** What a client that opened with a handshake over HTTP holds between its requests. */
export class HttpSession {
  readonly id: string;
  readonly revision: Revision;
  readonly codec: Codec;
  readonly peer: LegacyPeer;
  readonly inFlight = new InFlight();
  /** When the last request or stream ended, as `performance.now()` told it. */
  idleSince = performance.now();
  readonly #owner: string;
  readonly #onClose = new Set<() => void>();
  readonly #waiting: Waiting[] = [];
  #stream: EventStream | undefined;
  #open = 0;
  #closed = false;

  constructor(id: string, opening: JsonRpcRequest, auth: AuthInfo | undefined, noBackChannel: string | undefined) {
    this.id = id;
    this.revision = negotiated(opening.params?.protocolVersion);
    this.codec = legacyCodec(this.revision);
    this.#owner = ownerOf(auth);
    const isClosed = () => this.#closed;
    this.peer = new LegacyPeer(this.revision, opening.params, {
      get closed() {
        return isClosed();
      },
      noBackChannel,
      notify: (method, params, related) => this.#notify(method, params, related),
      request: (requestId, method, params, related) => this.#request(requestId, method, params, related),
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether a request or the client's own stream is open. */
  get busy(): boolean {
    return this.#open > 0 || this.inFlight.size > 0 || (this.#stream !== undefined && !this.#stream.closed);
  }

  /** Whether the credential is that of the client who opened the session. */
  belongsTo(auth: AuthInfo | undefined): boolean {
    return ownerOf(auth) === this.#owner;
  }

  enter(): void {
    this.#open++;
  }

  leave(): void {
    this.#open--;
    this.idleSince = performance.now();
  }

  /** Makes `stream` the one that carries what no request asked for; an earlier one, dead or not, ends. */
  attach(stream: EventStream): void {
    this.#stream?.end();
    this.#stream = stream;
    for (const { text } of this.#waiting.splice(0)) stream.event(text);
  }

  detach(stream: EventStream): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    this.idleSince = performance.now();
  }

  /** Calls `listener` once if the session ends. Returns the function that forgets it. */
  onClose(listener: () => void): () => void {
    this.#onClose.add(listener);
    return () => this.#onClose.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.inFlight.close('The session was ended.');
    for (const listener of this.#onClose) listener();
    this.#onClose.clear();
    this.#stream?.end();
    this.peer.close();
  }

  #notify(method: string, params: JsonObject | undefined, related: Exchange | undefined): void | Promise<void> {
    if (isOpen(related)) return related.reply?.notify(method, params);
    return this.#send(this.codec.encodeNotification(method, params));
  }

  #request(
    id: RequestId,
    method: string,
    params: JsonObject | undefined,
    related: Exchange | undefined,
  ): void | Promise<void> {
    if (isOpen(related)) return related.reply?.request(id, method, params);
    return this.#send(this.codec.encodeRequest(id, method, params), id);
  }

  #send(text: string, request?: RequestId): void | Promise<void> {
    if (this.#stream !== undefined && !this.#stream.closed) return this.#stream.event(text);
    const dropped = this.#waiting.length === maxWaiting ? this.#waiting.shift() : undefined;
    this.#waiting.push({ text, request });
    if (dropped?.request !== undefined) this.peer.lose(dropped.request, crowdedOut());
  }
}

/** A message that waits for the client's stream, with its id where it is a request. */
interface Waiting {
  readonly text: string;
  readonly request: RequestId | undefined;
}

function crowdedOut(): ConnectionError {
  const sentence = `The client has opened no stream that could ask it, and more than ${maxWaiting} messages wait for one; the request was dropped.`;
  return new ConnectionError('CONNECTION_LOST', sentence, { mayHaveRun: false });
}

/** Whether an exchange's own stream still has somebody who reads it. */
function isOpen(related: Exchange | undefined): related is Exchange {
  return related !== undefined && !related.done && !related.cancelled;
}

function ownerOf(auth: AuthInfo | undefined): string {
  return auth === undefined ? '' : JSON.stringify([auth.clientId, auth.issuer, auth.subject]);
}
