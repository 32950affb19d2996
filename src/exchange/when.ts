import { isThenable } from './dispatch.js';

/** Goes on with a value: at once where it is there, else when it comes. */
export function when<T, Result>(
  value: T | Promise<T>,
  next: (value: T) => Result | Promise<Result>,
): Result | Promise<Result> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Does `work`, which fails with what `fault` makes of its error, at once or later. */
export function attempt<T>(work: () => T | Promise<T>, fault: (error: unknown) => unknown): T | Promise<T> {
  try {
    const outcome = work();
    if (!isThenable(outcome)) return outcome;
    return Promise.resolve(outcome).catch((error: unknown) => {
      throw fault(error);
    });
  } catch (error) {
    throw fault(error);
  }
}

/** The same promise, whose rejection nobody has to hear of. */
export function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
