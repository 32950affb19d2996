/** Thrown in the middle of a check that would cost too much; its message says what was too much. */
export class CheckStopped extends Error {}

/** What to say of a check that could not be finished. */
export function stopped(error: unknown): string {
  if (error instanceof CheckStopped) return error.message;
  if (error instanceof RangeError) return 'too deep';
  return `its check failed with ${error instanceof Error ? error.name : 'an error'}`;
}
