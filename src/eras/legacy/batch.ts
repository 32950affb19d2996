import { McpError, protocolErrorCodes } from '../../errors/index.js';
import { type Codec, type Frame, type FrameWriter, type Reply, WireReply } from '../../exchange/index.js';
import { classify, invalidReason, readableId } from '../../jsonrpc/index.js';
import type { HttpReplyWriter } from '../../transports/http/index.js';
import {
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  traits,
} from '../../types/index.js';
import { idInUse } from '../in-flight.js';

/** What takes in the members of an array. */
export interface BatchMembers {
  /** Why a request may not run now, for example because its id is in use. */
  refusal(message: JsonRpcRequest): string | undefined;
  request(message: JsonRpcRequest, reply: Reply): void;
  notification(message: JsonRpcNotification): void;
  response(message: JsonRpcResponse): void;
}

/** Whether an array may not be processed: it is empty, or holds an opening, which has to come alone. */
export function refuseBatch(messages: readonly unknown[]): boolean {
  return (
    messages.length === 0 ||
    messages.some((message) => isJsonObject(message) && message.method === traits.initialize.name)
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
  const ids = new Set<RequestId>();
  for (const message of messages) {
    switch (classify(message)) {
      case 'request': {
        const request = message as JsonRpcRequest; // as classified
        const refusal = ids.has(request.id) ? idInUse(request.id) : members.refusal(request);
        ids.add(request.id);
        if (refusal !== undefined) answers.refuse(request.id, refusal);
        else members.request(request, new WireReply(codec, answers.writer(), request.id, request.method));
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
  writer.takesTime();
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
    this.refuse(readableId(member), invalidReason(member));
  }

  /** Answers a request that may not run. */
  refuse(id: RequestId | undefined, sentence: string): void {
    this.#expected++;
    this.add(this.#codec.encodeError(id, new McpError('INVALID_REQUEST', sentence)));
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
    else this.#finish(answers);
  }

  /** Answers that are too long for one text are told as such. */
  #finish(answers: readonly string[]): void {
    let text: string;
    try {
      text = `[${answers.join(',')}]`;
    } catch {
      const error = new McpError(
        'INTERNAL_ERROR',
        'The answers of the batch are too long for one response: send fewer requests at once',
      );
      this.#writer.refuse(this.#codec.encodeError(undefined, error), protocolErrorCodes.INTERNAL_ERROR);
      return;
    }
    this.#writer.finish(text);
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
