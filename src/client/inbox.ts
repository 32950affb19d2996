import { ConnectionError, McpError } from '../errors/index.js';
import type { TransportListener } from '../exchange/index.js';
import { PendingCalls } from '../jsonrpc/index.js';
import {
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type Logger,
  traits,
} from '../types/index.js';
import type { Call } from './call.js';
import { type ClientEvents, type Emitter, run } from './events.js';
import { tell } from './notifications.js';
import type { QuestionPart } from './question-part.js';
import type { Rounds } from './rounds.js';
import { ServerRequests } from './server-requests.js';

type Respond = (message: JsonRpcResponse) => void | Promise<void>;

/** What an inbox is made of. */
export interface InboxParts {
  readonly events: Emitter<ClientEvents>;
  readonly questions: QuestionPart;
  readonly logger: Logger;
  /** Told of every notification before anybody else. */
  readonly changed: (message: JsonRpcNotification) => void;
  readonly onNotification: ((notification: JsonRpcNotification) => unknown) | undefined;
}

/** Takes in what the server sends beside answers, in the order in which it comes: progress to its call, the rest to the listeners. */
export class Inbox implements TransportListener {
  readonly calls = new PendingCalls<Call>();
  /** The calls that were answered with questions and go on. */
  readonly rounds = new Set<Rounds>();
  readonly requests: ServerRequests;
  readonly #parts: InboxParts;
  #respond: Respond | undefined;
  #closed: { readonly error: McpError | undefined } | undefined;

  constructor(parts: InboxParts) {
    this.#parts = parts;
    this.requests = new ServerRequests(parts.questions, parts.logger);
  }

  /** Whether the connection is gone. */
  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Why the connection is gone, where that was not `close()`. */
  get closeReason(): McpError | undefined {
    return this.#closed?.error;
  }

  /** Says how answers to the server's requests go out. */
  answerThrough(respond: Respond): void {
    this.#respond = respond;
  }

  notification(message: JsonRpcNotification): void {
    const { onNotification, logger, events, changed } = this.#parts;
    changed(message);
    if (message.method === traits.progress.name) this.#progress(message);
    else if (message.method === traits.cancelled.name)
      this.requests.cancel(message.params?.requestId, message.params?.reason);
    if (onNotification !== undefined) run(onNotification, message, logger, 'onNotification failed');
    tell(message, events);
  }

  request(message: JsonRpcRequest): void {
    void this.requests.answer(message).then((answer) => answer && this.#send(message, answer));
  }

  problem(error: McpError): void {
    this.#parts.logger.warn(error.message);
    this.#parts.events.emit('problem', error);
    if (isJsonObject(error.data) && error.data.session === 'renewed') this.#parts.events.emit('sessionRenewed', error);
  }

  closed(error: McpError | undefined): void {
    if (this.#closed !== undefined) return;
    this.#closed = { error };
    for (const call of this.calls.takeAll()) call.lost(this.lossOf(call.method));
    for (const call of this.rounds) call.lost(this.lossOf(call.method));
    this.requests.close();
    this.#parts.events.emit('close', error);
  }

  /** The error of a call that has got no answer and gets none, because the connection is gone. */
  lossOf(method: string): McpError {
    return this.#closed?.error ?? closedWhileWaiting(method);
  }

  /** Progress for a call that is unknown or over means nothing any more. */
  #progress(message: JsonRpcNotification): void {
    const params = message.params;
    const token = params?.progressToken;
    if (params === undefined || (typeof token !== 'number' && typeof token !== 'string')) return;
    this.calls.get(token)?.progress(params, this.#parts.logger);
  }

  async #send(request: JsonRpcRequest, answer: JsonRpcResponse): Promise<void> {
    try {
      await this.#respond?.(answer);
    } catch (cause) {
      if (this.#closed !== undefined) return;
      const sentence = `The answer to the server's "${request.method}" could not be sent.`;
      this.problem(McpError.is(cause) ? cause : new McpError('CONNECTION_LOST', sentence, undefined, { cause }));
    }
  }
}

function closedWhileWaiting(method: string): McpError {
  return new ConnectionError('CONNECTION_CLOSED', `The connection was closed before "${method}" was answered.`, {
    mayHaveRun: true,
  });
}
