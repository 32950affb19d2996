import type { Refusal } from '../../exchange/index.js';
import { decodeHeaderValue, type HeaderParam } from '../../schema/index.js';
import type { HttpHead } from '../../transports/http/ports.js';
import { callTool, isJsonObject, type JsonObject, type JsonRpcRequest } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { requestedVersion } from './envelope.js';

/** Header names as the specification writes them. */
export const headerNames = {
  protocolVersion: 'MCP-Protocol-Version',
  method: 'Mcp-Method',
  name: 'Mcp-Name',
  paramPrefix: 'Mcp-Param-',
} as const;

/** Checks that the routing headers say the same as the body (specification: Streamable HTTP, standard headers). */
export function checkRoutingHeaders(message: JsonRpcRequest, head: HttpHead, port: ServerPort): Refusal | undefined {
  if (head.duplicate !== undefined) return mismatch(message, `The ${head.duplicate} header appears more than once`);
  const version = head.protocolVersion;
  if (version === undefined) return mismatch(message, `The ${headerNames.protocolVersion} header is missing`);
  if (version !== requestedVersion(message))
    return mismatch(message, `The ${headerNames.protocolVersion} header does not match the version in params._meta`);
  if (head.mcpMethod === undefined) return mismatch(message, `The ${headerNames.method} header is missing`);
  if (head.mcpMethod !== message.method)
    return mismatch(message, `The ${headerNames.method} header does not match the method of the body`);
  const param = port.nameParam(message.method);
  return param === undefined ? undefined : checkName(message, head, param);
}

function checkName(message: JsonRpcRequest, head: HttpHead, param: string): Refusal | undefined {
  const name = message.params?.[param];
  if (typeof name !== 'string') return undefined; // the method's own guard says what is wrong with it
  if (head.mcpName === name) return undefined;
  if (head.mcpName === undefined)
    return mismatch(message, `The ${headerNames.name} header is missing; it repeats params.${param}`);
  const decoded = decodeHeaderValue(head.mcpName);
  if (decoded === name) return undefined;
  return mismatch(message, `The ${headerNames.name} header does not match params.${param} of the body`);
}

/** The arguments of a call that headers have to repeat; `undefined` where there are none. */
export function headerParamsOf(
  { method, params }: JsonRpcRequest,
  port: ServerPort,
): readonly HeaderParam[] | undefined {
  if (method !== callTool.name || typeof params?.name !== 'string') return undefined;
  const repeated = port.headerParams(params.name);
  return repeated === undefined || repeated.length === 0 ? undefined : repeated;
}

/** The value at a path of property names. */
export function valueAt(args: JsonObject, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** What answers a request whose headers say something else than its body. */
export function mismatch(message: JsonRpcRequest, sentence: string): Refusal {
  return { code: 'HEADER_MISMATCH', message: sentence, id: message.id };
}
