import type { McpError } from '../errors/index.js';
import type { JsonObject, RequestId } from '../types/index.js';
import type { Codec, Frame, FrameWriter, Outlet, Reply } from './ports.js';
import { WireReply } from './wire-reply.js';

/** Where whole messages go as text, one after the other: a pipe, a socket. */
export interface TextSink {
  readonly closed: boolean;
  /** Sends one message. A promise means: the buffer is full, wait before sending more. */
  write(frame: Frame): void | Promise<void>;
}

/** Sends everything of a kept-open connection as text over one sink. */
export class TextOutlet implements Outlet {
  readonly #sink: TextSink;
  readonly #writer: FrameWriter;

  constructor(sink: TextSink) {
    this.#sink = sink;
    this.#writer = new SharedWriter(sink);
  }

  reply(codec: Codec, id: RequestId, method: string): Reply {
    return new WireReply(codec, this.#writer, id, method);
  }

  notify(codec: Codec, method: string, params: JsonObject | undefined): void | Promise<void> {
    return this.#sink.write(codec.encodeNotification(method, params));
  }

  request(codec: Codec, id: RequestId, method: string, params: JsonObject | undefined): void | Promise<void> {
    return this.#sink.write(codec.encodeRequest(id, method, params));
  }

  refuse(codec: Codec, id: RequestId | undefined, error: McpError): void {
    this.#sink.write(codec.encodeError(id, error));
  }
}

/** One connection carries all exchanges, so ending one of them closes nothing. */
class SharedWriter implements FrameWriter {
  readonly #sink: TextSink;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  get closed(): boolean {
    return this.#sink.closed;
  }

  send(text: string): void | Promise<void> {
    return this.#sink.write(text);
  }

  finish(frame: Frame): void {
    this.#sink.write(frame);
  }

  refuse(text: string): void {
    this.#sink.write(text);
  }

  abandon(): void {}

  /** The connection cancels its own exchanges when it ends. */
  onClose(): void {}
}
