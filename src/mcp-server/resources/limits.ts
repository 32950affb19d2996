import { McpError } from '../../errors/index.js';

/** The most bytes that a resource may have when nobody says how many: 16 MiB. */
export const defaultMaxBytes = 16 * 1024 * 1024;

/** Returns the limit that the option `name` of `call` is, or throws `INVALID_OPTION` when it is none. */
export function checkedLimit(call: string, name: string, value: number): number {
  if (value > 0) return value;
  throw new McpError('INVALID_OPTION', `${call}: ${name} has to be a number above 0; received ${value}`);
}
