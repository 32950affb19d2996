import { type Exchange, isThenable, Note } from '../../exchange/index.js';
import type { AnswerEarly } from './asker.js';
import { Asking } from './asking.js';
import type { HandlerOutcome } from './handler-outcome.js';

const runs = new Note<Asking>();

/**
 * Runs a handler that may ask, and ends its round: what it gives is the handler's value, or an `InputRequiredResult`. A handler
 * that asks nothing pays for two look-ups. One that is run again for the same exchange finds its steps done.
 */
export function conduct(exchange: Exchange, run: () => unknown): unknown {
  runs.delete(exchange);
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

/** What a handler asks with: made when first needed. */
export function askingOf(exchange: Exchange, answerEarly: AnswerEarly): Asking {
  let asking = runs.get(exchange);
  if (asking === undefined) {
    asking = new Asking(exchange, answerEarly);
    runs.set(exchange, asking);
  }
  return asking;
}

function conclude(exchange: Exchange, outcome: HandlerOutcome): unknown {
  const asking = runs.get(exchange);
  if (asking !== undefined) return asking.conclude(outcome);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
