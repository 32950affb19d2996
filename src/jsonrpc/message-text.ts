import { ConnectionError } from '../errors/index.js';
import type { JsonRpcMessage } from '../types/index.js';

/**
 * The JSON text of a message.
 *
 * @throws ConnectionError `INVALID_OPTION` when a part of it has no JSON form, such as a BigInt or a cycle
 */
export function messageText(message: JsonRpcMessage): string {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    throw unsendable(message, cause);
  }
}

/** Says that a message has no JSON form. It was not sent. */
export function unsendable(message: JsonRpcMessage, cause: unknown): ConnectionError {
  const what =
    'method' in message ? `The params of "${message.method}"` : `The answer to ${JSON.stringify(message.id)}`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const sentence = `${what} cannot be sent as JSON: ${reason}`;
  return new ConnectionError('INVALID_OPTION', sentence, { mayHaveRun: false }, { cause });
}
