const brand = Symbol.for('parley-mcp.suspension');

/**
 * What a question throws where the client answers in another request: the handler ends here and runs again with the answer.
 * Not a failure. Let it pass through `catch` blocks.
 */
export class Suspension extends Error {
  readonly [brand] = true;

  constructor() {
    super('This handler is waiting for an answer; let this error pass.');
    this.name = 'Suspension';
  }
}

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

/** The same promise, whose rejection nobody has to hear of. */
export function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * Whether an error is the suspension of a question, or holds one: as `cause`, in `errors` (of `Promise.any`), in `error` or
 * `suppressed` (of `using`). In a `catch` block: `if (isSuspension(error)) throw error;`
 */
export function isSuspension(error: unknown): boolean {
  return holdsSuspension(error, 0);
}

const deepest = 16;

function holdsSuspension(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth > deepest) return false;
  if (brand in error) return true;
  const {
    cause,
    errors,
    error: inner,
    suppressed,
  } = error as { cause?: unknown; errors?: unknown; error?: unknown; suppressed?: unknown }; // each is looked at before use
  if (Array.isArray(errors) && errors.some((one) => holdsSuspension(one, depth + 1))) return true;
  return [cause, inner, suppressed].some((one) => holdsSuspension(one, depth + 1));
}
