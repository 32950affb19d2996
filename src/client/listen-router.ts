import { isJsonObject, type JsonRpcNotification, metaKeys, type RequestId, traits } from '../types/index.js';
import type { ClientEvents, Emitter } from './events.js';

/** What takes the notifications of one stream. */
export interface StreamLeg {
  notification(message: JsonRpcNotification): void;
  /** The server has ended the stream without an answer. */
  cancelled(): void;
}

/** Takes each notification to the stream that it names: several may share one connection. */
export class ListenRouter {
  readonly #legs = new Map<unknown, StreamLeg>();

  constructor(events: Emitter<ClientEvents>) {
    events.on('notification', (message) => this.#route(message));
  }

  add(id: RequestId, leg: StreamLeg): void {
    this.#legs.set(id, leg);
  }

  remove(id: RequestId): void {
    this.#legs.delete(id);
  }

  #route(message: JsonRpcNotification): void {
    if (this.#legs.size === 0) return;
    const { params } = message;
    if (message.method === traits.cancelled.name) this.#legs.get(params?.requestId)?.cancelled();
    else if (isJsonObject(params?._meta)) this.#legs.get(params._meta[metaKeys.subscriptionId])?.notification(message);
  }
}
