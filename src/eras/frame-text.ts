import type { McpError } from '../errors/index.js';
import { ProgressUpdate } from '../exchange/index.js';
import { type JsonObject, type JsonRpcErrorObject, type RequestId, traits } from '../types/index.js';

/** The id as JSON text: strings are escaped, numbers are as they came. */
export function encodeId(id: RequestId): string {
  return typeof id === 'number' ? `${id}` : JSON.stringify(id);
}

/** The text of a notification, or of a request when `id` is given. */
export function encodeCall(id: RequestId | undefined, method: string, params: JsonObject | undefined): string {
  if (params instanceof ProgressUpdate) return `${progressHead}${progressText(params)}}`;
  const head = id === undefined ? '{"jsonrpc":"2.0"' : `{"jsonrpc":"2.0","id":${encodeId(id)}`;
  const named = `${head},"method":${JSON.stringify(method)}`;
  return params === undefined ? `${named}}` : `${named},"params":${JSON.stringify(params)}}`;
}

/** The text of an error. An id of `undefined` is left out. */
export function encodeFailure(id: RequestId | null | undefined, error: JsonRpcErrorObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

const progressHead = `{"jsonrpc":"2.0","method":${JSON.stringify(traits.progress.name)},"params":`;

function progressText({ progressToken, progress, total, message }: ProgressUpdate): string {
  let text = `{"progressToken":${jsonText(progressToken)},"progress":${jsonText(progress)}`;
  if (total !== undefined) text += `,"total":${jsonText(total)}`;
  if (message !== undefined) text += `,"message":${jsonText(message)}`;
  return `${text}}`;
}

/** What JSON cannot hold, which JavaScript may pass, is null: whatever is given, a frame is JSON. */
function jsonText(value: string | number): string {
  return Number.isFinite(value) ? `${value}` : (JSON.stringify(value) ?? 'null');
}

/** The `error` member for an error that this side made. */
export function errorObject(code: number, error: McpError): JsonRpcErrorObject {
  return error.data === undefined
    ? { code, message: error.message }
    : { code, message: error.message, data: error.data };
}
