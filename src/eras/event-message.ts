import { McpError } from '../errors/index.js';

/** The JSON in an event. `undefined` where it is none, which `problem` then hears of; `where` ends the sentence. */
export function eventMessage(data: string, where: string, problem: (error: McpError) => void): unknown {
  try {
    return JSON.parse(data);
  } catch {
    problem(new McpError('INVALID_RESPONSE', `The server sent an event that is no JSON, ${where}.`));
    return undefined;
  }
}
