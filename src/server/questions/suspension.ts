/** Known to every copy of the package. */
export const suspensionBrand = Symbol.for('parley-mcp.suspension');

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
  if (suspensionBrand in error) return true;
  const {
    cause,
    errors,
    error: inner,
    suppressed,
  } = error as { cause?: unknown; errors?: unknown; error?: unknown; suppressed?: unknown }; // each is looked at before use
  if (Array.isArray(errors) && errors.some((one) => holdsSuspension(one, depth + 1))) return true;
  return [cause, inner, suppressed].some((one) => holdsSuspension(one, depth + 1));
}
