import { unheard } from '../../exchange/index.js';
import { suspensionBrand } from './suspension.js';

/**
 * What a question throws where the client answers in another request: the handler ends here and runs again with the answer.
 * Not a failure. Let it pass through `catch` blocks.
 */
export class Suspension extends Error {
  readonly [suspensionBrand] = true;

  constructor() {
    super('This handler is waiting for an answer; let this error pass.');
    this.name = 'Suspension';
  }
}

/** What a question gives while it has no answer, where no promise is wanted: always the same, so that nobody may write on it. */
export const suspension = Object.freeze(traceless(() => new Suspension()));

/** A rejection that nobody has to hear of, so that a question may be asked early and awaited late. */
export function suspended(): Promise<never> {
  return unheard(Promise.reject(traceless(() => new Suspension())));
}

/** Makes an error that records no stack, where the engine can do without: looking at it would take 5 µs, and there is nothing to find. */
function traceless<T>(make: () => T): T {
  const limit: unknown = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.value;
  if (typeof limit !== 'number' || !Reflect.set(Error, 'stackTraceLimit', 0)) return make();
  try {
    return make();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
