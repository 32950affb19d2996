import { type Exchange, isThenable } from '../../exchange/index.js';
import { callTool, getPrompt, type InputRequiredResult } from '../../types/index.js';
import type { Asker } from './asker.js';
import { Live } from './live.js';
import { type HandlerOutcome, Replay } from './replay.js';
import type { ReplayState } from './replay-state.js';

/** Sends the questions of a handler that does not end. */
export type AnswerEarly = (exchange: Exchange, result: InputRequiredResult) => void;

const askers = new WeakMap<Exchange, Asker>();
const states = new WeakMap<Exchange, ReplayState>();

/**
 * Runs a handler that may ask, and ends its round: what it gives is the handler's value, or an `InputRequiredResult`. A handler
 * that asks nothing pays for two look-ups.
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
  return (value as Promise<unknown>).then(
    (result) => conclude(exchange, { value: result }),
    (error: unknown) => conclude(exchange, { error }),
  );
}

/** What asks for an exchange: made when first needed. */
export function askerOf(exchange: Exchange, answerEarly: AnswerEarly): Asker {
  let asker = askers.get(exchange);
  if (asker === undefined) {
    const label = labelOf(exchange);
    asker = exchange.abilities.connected
      ? new Live(exchange, label)
      : new Replay(exchange, label, states.get(exchange), (result) => answerEarly(exchange, result));
    askers.set(exchange, asker);
  }
  return asker;
}

/** Gives an exchange what the earlier rounds of its call have recorded. */
export function resume(exchange: Exchange, state: ReplayState): void {
  states.set(exchange, state);
}

function conclude(exchange: Exchange, outcome: HandlerOutcome): unknown {
  const asker = askers.get(exchange);
  if (asker instanceof Replay) return asker.conclude(outcome);
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
