import { McpError, protocolErrorCodes } from '../errors/index.js';
import {
  createMessage,
  elicit,
  type JsonObject,
  type JsonRpcRequest,
  type JsonRpcResponse,
  listRoots,
  ping,
} from '../types/index.js';

/** Answers one request of the server. What it throws becomes the error of the answer. */
export type ServerRequestHandler = (params: JsonObject | undefined) => JsonObject | Promise<JsonObject>;

/** Who answers the server's requests, by method. */
export type ServerRequestHandlers = ReadonlyMap<string, ServerRequestHandler>;

/** What a client answers that was given no callbacks: it is there, and cannot be asked anything. */
export const defaultHandlers: ServerRequestHandlers = new Map<string, ServerRequestHandler>([
  [ping.name, () => ({})],
  [elicit.name, refusing('Elicitation not supported')],
  [createMessage.name, refusing('Sampling not supported')],
  [listRoots.name, refusing('Roots not supported')],
]);

/** The answer to a request of the server. Never rejects. */
export async function answerRequest(
  message: JsonRpcRequest,
  handlers: ServerRequestHandlers,
): Promise<JsonRpcResponse> {
  try {
    const handler = handlers.get(message.method);
    if (handler === undefined) throw new McpError('METHOD_NOT_FOUND', `Method not found: ${message.method}`);
    return { jsonrpc: '2.0', id: message.id, result: await handler(message.params) };
  } catch (error) {
    return { jsonrpc: '2.0', id: message.id, error: errorMember(error) };
  }
}

function errorMember(error: unknown): { code: number; message: string; data?: unknown } {
  if (!McpError.is(error)) return { code: internalError, message: 'The client failed to answer' };
  const code = error.jsonRpcCode ?? internalError;
  return error.data === undefined
    ? { code, message: error.message }
    : { code, message: error.message, data: error.data };
}

const internalError = protocolErrorCodes.INTERNAL_ERROR;

function refusing(sentence: string): ServerRequestHandler {
  return () => {
    throw new McpError('METHOD_NOT_FOUND', sentence);
  };
}
