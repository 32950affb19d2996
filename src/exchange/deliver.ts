import { McpError } from '../errors/index.js';
import { classify, invalidReason } from '../jsonrpc/index.js';
import type { JsonRpcErrorResponse, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../types/index.js';
import type { TransportListener } from './client-transport.js';

/** Takes a message of a server to whoever is there for its kind; what is none is a problem. */
export function deliver(
  message: unknown,
  listener: TransportListener | undefined,
  answer: (response: JsonRpcResponse) => void,
): void {
  switch (classify(message)) {
    case 'response':
      answer(message as JsonRpcResponse); // as classified
      return;
    case 'notification':
      listener?.notification(message as JsonRpcNotification); // as classified
      return;
    case 'request':
      listener?.request(message as JsonRpcRequest); // as classified
      return;
    default:
      listener?.problem(
        new McpError('INVALID_RESPONSE', `The server sent no valid JSON-RPC message: ${invalidReason(message)}.`),
      );
  }
}

/** What an error means that answers no request: the server could not read which one. */
export function unreadableMessage({ error }: JsonRpcErrorResponse): McpError {
  return new McpError(error.code, `The server could not read a message: ${error.message}`, error.data);
}
