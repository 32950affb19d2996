import { isThenable, when } from '../../exchange/index.js';
import { isSuspension } from '../../server/index.js';

/** What came of some work: a value, or the error that it failed with. */
export type Found<T> = { readonly value: T } | { readonly error: unknown };

/** What is known at once, or comes. Never rejects. */
export type Finding<T> = Found<T> | Promise<Found<T>>;

/** Does some work, and goes on at once where that takes no time. */
export function find<T>(work: () => T | Promise<T>): Finding<T> {
  try {
    const value = work();
    return isThenable(value) ? Promise.resolve(value).then(succeeded, failed) : { value };
  } catch (error) {
    return { error };
  }
}

/** Goes on with a value; a failure stays what it is. */
export function goOn<T, Next>(finding: Finding<T>, next: (value: T) => Next | Promise<Next>): Finding<Next> {
  return when(finding, (found) => ('error' in found ? found : find(() => next(found.value))));
}

/** All values, in order. A failure counts at once, a suspension only when nothing more can be found out. */
export function all(findings: readonly Finding<unknown>[]): Finding<readonly unknown[]> {
  const known: Found<unknown>[] = [];
  for (const finding of findings) {
    if (isThenable(finding)) continue;
    if (isFailure(finding)) return finding;
    known.push(finding);
  }
  if (known.length === findings.length) return together(known);
  const awaited = findings.map((finding) =>
    when(finding, (found) => {
      if (isFailure(found)) throw found.error;
      return found;
    }),
  );
  return Promise.all(awaited).then(together, failed);
}

function together(known: readonly Found<unknown>[]): Found<readonly unknown[]> {
  const values: unknown[] = [];
  for (const found of known) {
    if ('error' in found) return found;
    values.push(found.value);
  }
  return { value: values };
}

function isFailure(found: Found<unknown>): found is { readonly error: unknown } {
  return 'error' in found && !isSuspension(found.error);
}

function succeeded<T>(value: T): Found<T> {
  return { value };
}

function failed(error: unknown): { readonly error: unknown } {
  return { error };
}
