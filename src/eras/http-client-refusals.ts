import { ConnectionError, HttpError } from '../errors/index.js';
import { classify } from '../jsonrpc/index.js';
import type { JsonRpcErrorResponse, JsonRpcResponse, RequestId } from '../types/index.js';
import type { HttpAnswer } from './http-client-answer.js';

/** Characters of a body that an error keeps. */
const keptBody = 2048;
/** Characters of a body that a message shows. */
const shownBody = 160;

/** The JSON-RPC error in a body, when it answers the request `id`: by that id, or by none because none could be read. */
export function errorAnswer(body: string, id: RequestId): JsonRpcErrorResponse | undefined {
  const error = errorIn(body);
  return error !== undefined && (error.id === undefined || error.id === null || error.id === id) ? error : undefined;
}

function errorIn(body: string): JsonRpcErrorResponse | undefined {
  if (!body.trimStart().startsWith('{')) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (classify(message) !== 'response') return undefined;
  const response = message as JsonRpcResponse; // as classified
  return 'error' in response ? response : undefined;
}

/** Whether a refusal is about who asks. With a challenge that holds whatever the body says. */
export function wantsAuthentication(answer: HttpAnswer): boolean {
  return answer.status === 401 || (answer.status === 403 && answer.headers.get('www-authenticate') !== undefined);
}

/** What a status outside 200 to 299 means, where no protocol message explains it. */
export function statusError(answer: HttpAnswer, what: string): HttpError {
  const { status, headers } = answer;
  const said = errorIn(answer.body)?.error.message ?? excerpt(answer.body);
  const reason = said === '' ? '' : `: ${said}`;
  if (status === 401 || status === 403) {
    const challenge = headers.get('www-authenticate');
    const asked = challenge === undefined ? '' : ` It asks for: ${challenge.slice(0, 300)}.`;
    const sentence = `"${what}" was refused with status ${status}${reason}. The server expects credentials that were ${status === 401 ? 'absent or not accepted' : 'not sufficient'}.${asked} Give them in the headers option or through an auth provider.`;
    return httpError('AUTHENTICATION_REQUIRED', sentence, answer);
  }
  return httpError('HTTP_STATUS', `"${what}" was answered with status ${status}${reason}`, answer);
}

/** What an answer of status 200 to 299 means that is none to the request. `fault` completes the sentence `"method" …`. */
export function invalidAnswer(answer: HttpAnswer, what: string, fault: string): HttpError {
  const shown = excerpt(answer.body);
  return httpError('INVALID_RESPONSE', `"${what}" ${fault}${shown === '' ? '' : `: ${shown}`}`, answer);
}

/** What it means for a request that its answer ended before the result. `data.status` tells that the server did answer. */
export function endedEarly(what: string, status: number): ConnectionError {
  const sentence = `"${what}" was answered with an event stream that ended before the result, and cannot be resumed`;
  return new ConnectionError('CONNECTION_LOST', sentence, { mayHaveRun: true, data: { status } });
}

function httpError(
  code: 'AUTHENTICATION_REQUIRED' | 'HTTP_STATUS' | 'INVALID_RESPONSE',
  message: string,
  answer: HttpAnswer,
): HttpError {
  const { status, body } = answer;
  const headers = Object.fromEntries(answer.headers.entries());
  return new HttpError(code, message, { status, headers, body: body.slice(0, keptBody) });
}

function excerpt(body: string): string {
  const text = body.trim().replace(/\s+/g, ' ');
  return text.length > shownBody ? `${text.slice(0, shownBody)}…` : text;
}
