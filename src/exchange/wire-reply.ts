import { McpError, protocolErrorCodes } from '../errors/index.js';
import type { JsonObject, RequestId } from '../types/index.js';
import type { Announcement, Codec, Frame, FrameWriter, Reply } from './ports.js';

/** Answers an exchange on a wire: the codec makes text of it, the writer sends the text. */
export class WireReply implements Reply {
  readonly #codec: Codec;
  readonly #writer: FrameWriter;
  readonly #id: RequestId;
  readonly #method: string;

  constructor(codec: Codec, writer: FrameWriter, id: RequestId, method: string) {
    this.#codec = codec;
    this.#writer = writer;
    this.#id = id;
    this.#method = method;
  }

  get closed(): boolean {
    return this.#writer.closed;
  }

  notify(method: string, params: JsonObject | undefined): void | Promise<void> {
    return this.#writer.send(this.#codec.encodeNotification(method, params));
  }

  announce(announcement: Announcement): void | Promise<void> {
    return this.#writer.send(announcement.textFor(this.#id));
  }

  request(id: RequestId, method: string, params: JsonObject | undefined): void | Promise<void> {
    return this.#writer.send(this.#codec.encodeRequest(id, method, params));
  }

  result(result: JsonObject): void {
    let frame: Frame;
    try {
      frame = this.#codec.encodeResult(this.#id, this.#method, result);
    } catch (error) {
      this.fail(unencodable(error));
      return;
    }
    this.#writer.finish(frame);
  }

  fail(error: McpError): void {
    let sent = error;
    let text: string;
    try {
      text = this.#codec.encodeError(this.#id, error);
    } catch (problem) {
      sent = unencodable(problem);
      text = this.#codec.encodeError(this.#id, sent);
    }
    this.#writer.refuse(text, sent.jsonRpcCode ?? internalError);
  }

  abandon(): void {
    this.#writer.abandon();
  }

  onClose(listener: () => void): void {
    this.#writer.onClose(listener);
  }
}

const internalError = protocolErrorCodes.INTERNAL_ERROR;

/** The error for what a handler gave that JSON cannot hold. */
export function unencodable(cause: unknown): McpError {
  return new McpError('INTERNAL_ERROR', 'Handler returned an invalid result', undefined, { cause });
}
