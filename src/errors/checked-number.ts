import { McpError } from './mcp-error.js';

/** The longest span that one platform timer can hold, in milliseconds. */
const longestTimer = 2_147_483_647;

/** The value of an option that is how long a timer runs, in milliseconds: at most what a timer can hold. Throws like `checkedNumber`. */
export function checkedTimer(option: string, milliseconds: number): number {
  return Math.min(checkedNumber(option, milliseconds, 0), longestTimer);
}

/**
 * The value of an option that is a number.
 *
 * @throws McpError `INVALID_OPTION` when it is none, or below `least`
 */
export function checkedNumber(option: string, value: number, least: number): number {
  if (typeof value === 'number' && value >= least) return value;
  const received = typeof value === 'string' ? JSON.stringify(value) : String(value);
  throw new McpError(
    'INVALID_OPTION',
    `The option ${option} has to be a number of ${least} or more; received ${received}.`,
  );
}
