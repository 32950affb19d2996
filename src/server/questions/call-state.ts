import { type Exchange, Note } from '../../exchange/index.js';
import type { Answer } from './asker.js';
import type { StepResult } from './steps.js';

/** What a call remembers from one round to the next. */
export interface ReplayState {
  readonly callId: string;
  /** How many rounds there have been. */
  readonly rounds: number;
  /** Answers by the identity of their question, in the order in which it was asked. */
  readonly answers: Map<string, (Answer | undefined)[]>;
  readonly steps: Map<string, StepResult>;
}

const states = new Note<ReplayState>();

/** What a call remembers in its first round. `callId` is made up where none is known. */
export function firstState(callId: string | undefined): ReplayState {
  return { callId: callId ?? crypto.randomUUID(), rounds: 0, answers: new Map(), steps: new Map() };
}

/** What the call of an exchange remembers. */
export function stateOf(exchange: Exchange): ReplayState {
  let state = states.get(exchange);
  if (state === undefined) {
    state = firstState(undefined);
    states.set(exchange, state);
  }
  return state;
}

/** Gives an exchange what the earlier rounds of its call have recorded. */
export function resume(exchange: Exchange, state: ReplayState): void {
  states.set(exchange, state);
}

/** The id of the call that an exchange belongs to, if its handler has looked at it or asked. */
export function knownCallId(exchange: Exchange): string | undefined {
  return states.get(exchange)?.callId;
}
