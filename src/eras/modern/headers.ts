import type { Refusal } from '../../exchange/index.js';
import { decodeHeaderValue, sameHeaderValue } from '../../schema/index.js';
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

/** Checks the headers that repeat arguments of a tool (specification: Streamable HTTP, custom headers). */
export function checkParamHeaders(message: JsonRpcRequest, head: HttpHead, port: ServerPort): Refusal | undefined {
  if (message.method !== callTool.name) return undefined;
  const tool = message.params?.name;
  if (typeof tool !== 'string') return undefined;
  const params = port.headerParams(tool);
  if (params === undefined) return undefined;
  const given = message.params?.arguments;
  for (const param of params) {
    const header = `${headerNames.paramPrefix}${param.header}`;
    const value = valueAt(isJsonObject(given) ? given : {}, param.path);
    const text = head.headers.get(header);
    if (value === undefined || value === null) {
      if (text !== undefined)
        return mismatch(
          message,
          `The ${header} header is there, but the body has no value for ${param.path.join('.')}`,
        );
      continue;
    }
    if (text === undefined)
      return mismatch(message, `The ${header} header is missing; it repeats the argument ${param.path.join('.')}`);
    const decoded = decodeHeaderValue(text);
    if (decoded === undefined) return mismatch(message, `The ${header} header is no valid base64 value`);
    if (!sameHeaderValue(decoded, value, param.type))
      return mismatch(message, `The ${header} header does not match the argument ${param.path.join('.')}`);
  }
  return undefined;
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

function mismatch(message: JsonRpcRequest, sentence: string): Refusal {
  return { code: 'HEADER_MISMATCH', message: sentence, id: message.id };
}
