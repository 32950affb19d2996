/** Nested deeper than this a value counts as endless: copying it could take more stack than there is. */
const deepest = 500;

/**
 * About how many characters a value takes as JSON, without making text of it: what a string needs beside its characters, and digits
 * of numbers, are guessed. `Infinity` for values nested deeper than 500 levels.
 */
export function jsonSize(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  if (depth === deepest) return Number.POSITIVE_INFINITY;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += jsonSize(item, depth + 1);
    return size;
  }
  for (const [name, field] of Object.entries(value)) size += name.length + 3 + jsonSize(field, depth + 1);
  return size;
}
