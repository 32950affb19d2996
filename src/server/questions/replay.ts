import { McpError } from '../../errors/index.js';
import { type Exchange, unheard } from '../../exchange/index.js';
import { type Deadline, deadlines } from '../../jsonrpc/index.js';
import {
  type InputRequests,
  type InputRequiredResult,
  isInputRequired,
  type JsonObject,
  mayAsk,
} from '../../types/index.js';
import type { Answer, AnswerEarly, Asker } from './asker.js';
import type { ReplayState } from './call-state.js';
import { requireCapability } from './capability.js';
import type { HandlerOutcome } from './handler-outcome.js';
import { askedInStep, endless, mixed, overdueWarning, replacedSuspension, returnedWhileAsking } from './misuse.js';
import { identityOf, type Question } from './question.js';
import { type OpenQuestion, writeState } from './replay-state.js';
import { keepStep, repeatedStep, replayStep } from './steps.js';
import { type Suspension, suspended, suspension } from './suspend.js';
import { isSuspension } from './suspension.js';

/** How often a call may ask before it is taken for one that never ends. */
export const maxRounds = 10;

/** Milliseconds after its first open question within which a handler has to end. */
const graceMs = 2000;

/**
 * Asks by ending: a question without a recorded answer suspends the handler, all questions that are open by the end of the round
 * travel in one result, and the client's retry runs the handler again from the top with the answers. They are matched to the
 * questions by content, so a handler may ask in any order, and again.
 */
export class Replay implements Asker {
  readonly #exchange: Exchange;
  readonly #label: string;
  readonly #state: ReplayState;
  readonly #answerEarly: AnswerEarly;
  /** How often each question has been asked in this run. */
  readonly #asked = new Map<string, number>();
  #open: OpenQuestion[] = [];
  #registered = 0;
  #ran: Set<string> | undefined;
  #working: Set<Promise<unknown>> | undefined;
  #phase: 'running' | 'settled' | 'closed' = 'running';
  #misuse: McpError | undefined;
  #grace: Deadline | undefined;

  /** @param answerEarly takes the questions of a round whose handler does not end */
  constructor(exchange: Exchange, label: string, state: ReplayState, answerEarly: AnswerEarly) {
    this.#exchange = exchange;
    this.#label = label;
    this.#state = state;
    this.#answerEarly = answerEarly;
  }

  ask(question: Question, owner?: object): Answer | Suspension {
    if (this.#phase === 'closed') return suspension;
    if (!mayAsk(this.#exchange.method)) throw this.#notHere(question);
    requireCapability(this.#exchange.peer, question);
    const identity = identityOf(question);
    const occurrence = this.#asked.get(identity) ?? 0;
    this.#asked.set(identity, occurrence + 1);
    const answer = this.#state.answers.get(identity)?.[occurrence];
    if (answer !== undefined) return answer;
    this.#register(question, identity, occurrence, owner);
    return suspension;
  }

  step(name: string, work: () => unknown): Promise<unknown> {
    if (this.#phase !== 'running') return suspended();
    this.#ran ??= new Set();
    if (this.#ran.has(name)) return unheard(Promise.reject(this.#misused(repeatedStep(this.#label, name))));
    this.#ran.add(name);
    if (this.#state.steps.has(name)) return Promise.resolve(replayStep(this.#state.steps.get(name)));
    const running = this.#run(name, work);
    this.#working ??= new Set();
    const settled = running.catch(() => {}).finally(() => this.#working?.delete(settled));
    this.#working.add(settled);
    return running;
  }

  withdraw(owner: object): void {
    this.#open = this.#open.filter((question) => question.owner !== owner);
  }

  /** Ends the round: gives the handler's value, or the questions that are open; throws the handler's error, or what it did wrong. */
  conclude(outcome: HandlerOutcome): unknown {
    if (this.#phase === 'running') this.#phase = 'settled';
    return this.#busy || this.#open.length > 0 ? this.#endLater(outcome) : this.#end(outcome);
  }

  async #endLater(outcome: HandlerOutcome): Promise<unknown> {
    while (this.#busy) await Promise.all(this.#working ?? []);
    if (this.#open.length > 0) await nextMacrotask();
    return this.#end(outcome);
  }

  #end(outcome: HandlerOutcome): unknown {
    this.#phase = 'closed';
    this.#grace?.cancel();
    if (this.#misuse !== undefined) throw this.#misuse;
    if (this.#open.length === 0) {
      if ('error' in outcome) throw outcome.error;
      if (isInputRequired(outcome.value) && (this.#asked.size > 0 || this.#ran !== undefined)) throw mixed(this.#label);
      return outcome.value;
    }
    if ('value' in outcome) throw returnedWhileAsking(this.#label, this.#title);
    if (!isSuspension(outcome.error)) throw replacedSuspension(this.#label, this.#title, outcome.error);
    return this.#inputRequired();
  }

  async #run(name: string, work: () => unknown): Promise<unknown> {
    let value: unknown;
    try {
      value = await work();
    } catch (error) {
      if (!isSuspension(error)) throw error;
      throw this.#misused(askedInStep(this.#label, name));
    }
    try {
      return keepStep(this.#state.steps, this.#label, name, value);
    } catch (error) {
      throw McpError.is(error) ? this.#misused(error) : error;
    }
  }

  #register(question: Question, identity: string, occurrence: number, owner: object | undefined): void {
    const { method, params } = question;
    const elicitationId = typeof params?.elicitationId === 'string' ? params.elicitationId : undefined;
    const key = `${question.scope === '' ? 'question' : question.scope}-${++this.#registered}`;
    this.#open.push({
      key,
      method: method.name,
      params: params?.elicitationId === undefined ? params : withoutId(params),
      identity,
      occurrence,
      title: question.title,
      elicitationId,
      owner,
    });
    this.#grace ??= this.#startGrace();
  }

  #startGrace(): Deadline {
    const grace = deadlines.add(graceMs, () => {
      if (this.#phase !== 'running' || this.#exchange.done || this.#exchange.cancelled) return;
      if (this.#open.length === 0) this.#grace = undefined;
      else if (this.#busy) this.#grace = this.#startGrace();
      else this.#endOverdue();
    });
    return grace;
  }

  #endOverdue(): void {
    this.#phase = 'closed';
    this.#answerEarly(this.#exchange, overdueWarning(this.#label, graceMs), () => this.#inputRequired());
  }

  #inputRequired(): InputRequiredResult {
    if (this.#state.rounds >= maxRounds) throw endless(this.#label, maxRounds);
    const inputRequests: InputRequests = {};
    for (const { key, method, params } of this.#open) {
      inputRequests[key] = (params === undefined ? { method } : { method, params }) as InputRequests[string]; // the questions' own makers know their params
    }
    const state: ReplayState = Object.assign({}, this.#state, { rounds: this.#state.rounds + 1 });
    return { resultType: 'input_required', inputRequests, requestState: writeState(this.#label, state, this.#open) };
  }

  #misused(error: McpError): McpError {
    this.#misuse ??= error;
    return error;
  }

  /** Whether a step has yet to end. */
  get #busy(): boolean {
    return this.#working !== undefined && this.#working.size > 0;
  }

  get #title(): string {
    return this.#open[0]?.title ?? 'a question';
  }

  /** Only some methods may be answered by a question. */
  #notHere(question: Question): McpError {
    return new McpError(
      'NO_BACK_CHANNEL',
      `Cannot send "${question.method.name}" while answering "${this.#exchange.method}": ask in a tool, a prompt or a resource.`,
    );
  }
}

function withoutId({ elicitationId: _id, ...shown }: JsonObject): JsonObject {
  return shown;
}

function nextMacrotask(): Promise<void> {
  const immediate: unknown = Reflect.get(globalThis, 'setImmediate');
  return new Promise((resolve) => {
    if (typeof immediate === 'function') immediate(resolve);
    else setTimeout(resolve, 0);
  });
}
