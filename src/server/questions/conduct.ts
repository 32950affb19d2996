import { type Exchange, isThenable } from '../../exchange/index.js';
import { callTool, getPrompt, type InputRequiredResult } from '../../types/index.js';
import type { Asker } from './asker.js';
import type { HandlerOutcome } from './handler-outcome.js';
import { Live } from './live.js';
import { Replay } from './replay.js';
import { firstState, type ReplayState } from './replay-state.js';

/** Sends the questions of a handler that does not end. `questions` throws when there is no sense in sending them. */
export type AnswerEarly = (exchange: Exchange, questions: () => InputRequiredResult) => void;

const askers = new WeakMap<Exchange, Live | Replay>();
const states = new WeakMap<Exchange, ReplayState>();

/**
 * Runs a handler that may ask, and ends its round: what it gives is the handler's value, or an `InputRequiredResult`. A handler
 * that asks nothing pays for two look-ups. One that is run again for the same exchange finds its steps done.
 */
export function conduct(exchange: Exchange, run: () => unknown): unknown {
  askers.delete(exchange);
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return conclude(exchange, { error });
  }
  if (!isThenable(value)) return conclude(exchange, { value });
  return value.then(
    (result) => conclude(exchange, { value: result }),
    (error: unknown) => conclude(exchange, { error }),
  );
}

/** What asks for an exchange: made when first needed. */
export function askerOf(exchange: Exchange, answerEarly: AnswerEarly): Asker {
  let asker = askers.get(exchange);
  if (asker === undefined) {
    const label = labelOf(exchange);
    const state = states.get(exchange) ?? firstState(undefined);
    states.set(exchange, state);
    asker = exchange.abilities.connected
      ? new Live(exchange, label, state)
      : new Replay(exchange, label, state, (questions) => answerEarly(exchange, questions));
    askers.set(exchange, asker);
  }
  return asker;
}

/** Gives an exchange what the earlier rounds of its call have recorded. */
export function resume(exchange: Exchange, state: ReplayState): void {
  states.set(exchange, state);
}

/** The id of the call that an exchange belongs to, if its handler has looked at it. */
export function knownCallId(exchange: Exchange): string | undefined {
  return states.get(exchange)?.callId;
}

function conclude(exchange: Exchange, outcome: HandlerOutcome): unknown {
  const asker = askers.get(exchange);
  if (asker !== undefined) return asker.conclude(outcome);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** How errors call the handler of an exchange. */
export function labelOf(exchange: Exchange): string {
  const { name, uri } = exchange.params ?? {};
  if (exchange.method === callTool.name) return `tool '${String(name)}'`;
  if (exchange.method === getPrompt.name) return `prompt '${String(name)}'`;
  return uri === undefined ? `the handler of "${exchange.method}"` : `resource '${String(uri)}'`;
}
