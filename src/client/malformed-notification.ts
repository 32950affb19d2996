import { McpError } from '../errors/index.js';
import { definitionOf, type JsonRpcNotification } from '../types/index.js';

/** What is wrong with a notification that does not fit its method. */
export function malformed(notification: JsonRpcNotification): McpError {
  const { method, params = {} } = notification;
  const fault = definitionOf(method)?.params(params, 'params');
  const sentence = `The server sent a malformed "${method}" (${fault}); it was skipped.`;
  return new McpError('INVALID_RESPONSE', sentence, notification);
}
