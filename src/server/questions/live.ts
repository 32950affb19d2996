import { McpError } from '../../errors/index.js';
import type { Exchange, Peer } from '../../exchange/index.js';
import { isInputRequired, type JsonObject } from '../../types/index.js';
import type { Answer, Asker } from './asker.js';
import type { ReplayState } from './call-state.js';
import { requireCapability } from './capability.js';
import type { HandlerOutcome } from './handler-outcome.js';
import { LiveRequests } from './live-requests.js';
import { mixed } from './misuse.js';
import type { Question } from './question.js';
import { keepStep, repeatedStep, replayStep } from './steps.js';

/** Asks while the handler waits, on connections that carry requests to the client. */
export class Live implements Asker {
  readonly #exchange: Exchange;
  readonly #label: string;
  readonly #state: ReplayState;
  readonly #requests: LiveRequests;
  readonly #ran = new Set<string>();
  #asked = false;
  #misuse: McpError | undefined;

  constructor(exchange: Exchange, label: string, state: ReplayState) {
    this.#exchange = exchange;
    this.#label = label;
    this.#state = state;
    this.#requests = new LiveRequests(exchange);
  }

  async ask(question: Question, owner?: object): Promise<Answer> {
    this.#asked = true;
    return answerTo(this.#exchange.peer, question, (method, params) => this.#requests.send(method, params, owner));
  }

  async step(name: string, work: () => unknown): Promise<unknown> {
    if (this.#ran.has(name)) throw this.#misused(repeatedStep(this.#label, name));
    this.#ran.add(name);
    if (this.#state.steps.has(name)) return replayStep(this.#state.steps.get(name));
    const value = await work();
    try {
      return keepStep(this.#state.steps, this.#label, name, value);
    } catch (error) {
      throw McpError.is(error) ? this.#misused(error) : error;
    }
  }

  withdraw(owner: object): void {
    this.#requests.cancel(owner);
  }

  /** Takes back what the handler did not wait for, and gives its value or throws its error, or what it did wrong. */
  conclude(outcome: HandlerOutcome): unknown {
    this.#requests.cancel(undefined);
    if (this.#misuse !== undefined) throw this.#misuse;
    if ('error' in outcome) throw outcome.error;
    if (isInputRequired(outcome.value) && (this.#asked || this.#ran.size > 0)) throw mixed(this.#label);
    return outcome.value;
  }

  #misused(error: McpError): McpError {
    this.#misuse ??= error;
    return error;
  }
}

/**
 * Puts a question to a client while somebody waits.
 *
 * @throws (rejects) McpError `MISSING_CLIENT_CAPABILITY` before anything is sent, `INVALID_ANSWER`, or what `send` throws
 */
export async function answerTo(
  peer: Peer,
  question: Question,
  send: (method: string, params: JsonObject | undefined) => Promise<JsonObject>,
): Promise<Answer> {
  if (peer.questions === 'live') requireCapability(peer, question); // of one that cannot be asked nothing need be known
  const { elicitationId } = question.params ?? {};
  const response = await send(question.method.name, question.params);
  return {
    response: checkedAnswer(question, response),
    elicitationId: typeof elicitationId === 'string' ? elicitationId : undefined,
  };
}

/** An answer that has the shape its question asks for. Throws `INVALID_ANSWER` for one that does not. */
function checkedAnswer(question: Question, response: JsonObject): JsonObject {
  const { result, received = result } = question.method;
  const problem = received?.(response, 'answer');
  if (problem === undefined) return response;
  throw new McpError('INVALID_ANSWER', `The client's answer to ${question.title} is none: ${problem}`);
}
