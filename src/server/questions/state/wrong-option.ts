import { McpError } from '../../../errors/index.js';

/** The error for `requestState.<name>`; `problem` completes the sentence. */
export function wrongOption(name: string, problem: string): McpError {
  return new McpError('INVALID_OPTION', `The option requestState.${name} ${problem}.`);
}
