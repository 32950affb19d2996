import { McpError } from '../../errors/index.js';
import { type Codec, type Frame, type FrameWriter, type Reply, WireReply } from '../../exchange/index.js';
import { classify, invalidReason, readableId } from '../../jsonrpc/index.js';
import type { HttpReplyWriter } from '../../transports/http/index.js';
import {
  initialize,
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
} from '../../types/index.js';

/** What takes in the members of an array. */
export interface BatchMembers {
  request(message: JsonRpcRequest, reply: Reply): void;
  notification(message: JsonRpcNotification): void;
  response(message: JsonRpcResponse): void;
}

/** Whether an array may not be processed: it is empty, or holds an opening, which has to come alone. */
export function refuseBatch(messages: readonly unknown[]): boolean {
  return (
    messages.length === 0 || messages.some((message) => isJsonObject(message) && message.method === initialize.name)
  );
}

/** Takes in the members of an array and answers its requests together. */
export function answerBatch(
  messages: readonly unknown[],
  writer: HttpReplyWriter,
  codec: Codec,
  members: BatchMembers,
): void {
  const answers = new BatchAnswer(writer, codec);
  for (const message of messages) {
    switch (classify(message)) {
      case 'request': {
        const request = message as JsonRpcRequest; // as classified
        members.request(request, new WireReply(codec, answers.writer(), request.id, request.method));
        break;
      }
      case 'notification':
        members.notification(message as JsonRpcNotification); // as classified
        break;
      case 'response':
        members.response(message as JsonRpcResponse); // as classified
        break;
      default:
        answers.invalid(message);
    }
  }
  answers.complete();
}

/** Collects the answers to the requests of one array, and sends them as one. What precedes a result turns all of it into a stream. */
class BatchAnswer {
  readonly #writer: HttpReplyWriter;
  readonly #codec: Codec;
  readonly #answers: string[] = [];
  #expected = 0;
  #answered = 0;
  #complete = false;

  constructor(writer: HttpReplyWriter, codec: Codec) {
    this.#writer = writer;
    this.#codec = codec;
  }

  /** The writer for one of the requests. */
  writer(): FrameWriter {
    this.#expected++;
    return new BatchWriter(this, this.#writer);
  }

  /** Answers a member that is no message. */
  invalid(member: unknown): void {
    this.#expected++;
    this.add(this.#codec.encodeError(readableId(member), new McpError('INVALID_REQUEST', invalidReason(member))));
  }

  add(text: string | undefined): void {
    this.#answered++;
    if (text !== undefined) {
      if (this.#writer.streaming) this.#writer.send(text);
      else this.#answers.push(text);
    }
    this.#sendIfComplete();
  }

  /** Says that no further request is coming. */
  complete(): void {
    this.#complete = true;
    this.#sendIfComplete();
  }

  #sendIfComplete(): void {
    if (!this.#complete || this.#answered < this.#expected) return;
    const answers = this.#answers.splice(0);
    if (this.#writer.streaming) {
      for (const text of answers) this.#writer.send(text);
      this.#writer.abandon();
    } else if (answers.length === 0) this.#writer.abandon();
    else this.#writer.finish(`[${answers.join(',')}]`);
  }
}

class BatchWriter implements FrameWriter {
  readonly closed = false;
  readonly #batch: BatchAnswer;
  readonly #writer: HttpReplyWriter;

  constructor(batch: BatchAnswer, writer: HttpReplyWriter) {
    this.#batch = batch;
    this.#writer = writer;
  }

  send(text: string): void | Promise<void> {
    return this.#writer.send(text);
  }

  finish(frame: Frame): void {
    this.#batch.add(typeof frame === 'string' ? frame : frame.head + utf8.decode(frame.tail));
  }

  refuse(text: string): void {
    this.#batch.add(text);
  }

  abandon(): void {
    this.#batch.add(undefined);
  }

  onClose(): void {}
}

const utf8 = new TextDecoder();
