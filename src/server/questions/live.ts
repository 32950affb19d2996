import { McpError } from '../../errors/index.js';
import type { Exchange } from '../../exchange/index.js';
import type { JsonObject } from '../../types/index.js';
import type { Answer, Asker } from './asker.js';
import { requireCapability } from './capability.js';
import type { Question } from './question.js';
import { recordStep, repeatedStep, replayStep } from './steps.js';

/** Milliseconds that a client, and the person in front of it, may take to answer. */
const answerTimeout = 600_000;

/** Asks while the handler waits, on connections that carry requests to the client. */
export class Live implements Asker {
  readonly callId: string = crypto.randomUUID();
  readonly #exchange: Exchange;
  readonly #label: string;
  readonly #steps = new Set<string>();

  constructor(exchange: Exchange, label: string) {
    this.#exchange = exchange;
    this.#label = label;
  }

  async ask(question: Question): Promise<Answer> {
    requireCapability(this.#exchange.peer, question);
    const { elicitationId } = question.params ?? {};
    const response = await this.#exchange.peer.request(question.method.name, question.params, {
      related: this.#exchange,
      timeout: answerTimeout,
    });
    return {
      response: checkedAnswer(question, response),
      elicitationId: typeof elicitationId === 'string' ? elicitationId : undefined,
    };
  }

  async step(name: string, work: () => unknown): Promise<unknown> {
    if (this.#steps.has(name)) throw repeatedStep(this.#label, name);
    this.#steps.add(name);
    return replayStep(recordStep(this.#label, name, await work()));
  }

  /** What has been asked live cannot be unsaid; its answer goes unheard. */
  withdraw(): void {}
}

/** An answer that has the shape its question asks for. Throws `INVALID_ANSWER` for one that does not. */
function checkedAnswer(question: Question, response: JsonObject): JsonObject {
  const { result, received = result } = question.method;
  const problem = received?.(response, 'answer');
  if (problem === undefined) return response;
  throw new McpError('INVALID_ANSWER', `The client's answer to ${question.title} is none: ${problem}`);
}
