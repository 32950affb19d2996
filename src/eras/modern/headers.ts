import type { HeaderParam } from '../../schema/index.js';
import { isJsonObject, type JsonObject, type JsonRpcRequest, traits } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';

/** Header names as the specification writes them. */
export const headerNames = {
  protocolVersion: 'MCP-Protocol-Version',
  method: 'Mcp-Method',
  name: 'Mcp-Name',
  paramPrefix: 'Mcp-Param-',
} as const;

/** The arguments of a call that headers have to repeat; `undefined` where there are none. */
export function headerParamsOf(
  { method, params }: JsonRpcRequest,
  port: ServerPort,
): readonly HeaderParam[] | undefined {
  if (method !== traits.callTool.name || typeof params?.name !== 'string') return undefined;
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
