import type { HeaderParam } from '../../schema/index.js';
import type { HttpHead } from '../../transports/http/ports.js';
import { isJsonObject, isLoggingLevel, type JsonRpcRequest, metaKeys, traits } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { isModernVersion } from './version.js';

/**
 * Whether a request is well-formed and its headers repeat its body, as of nearly all. The others may be all the same, for
 * example with a header in base64: `refusalOf` tells.
 */
export function isInOrder(message: JsonRpcRequest, head: HttpHead, port: ServerPort): boolean {
  return (
    isModernVersion(head.protocolVersion) &&
    hasEnvelope(message.params?._meta) &&
    head.mcpMethod === message.method &&
    head.duplicate === undefined &&
    repeatsName(message, head, port) &&
    headerParamsOf(message, port) === undefined
  );
}

/** Whether `_meta` says what each request of this era has to, in the usual way. */
export function hasEnvelope(meta: unknown): boolean {
  if (!isJsonObject(meta) || !isModernVersion(meta[metaKeys.protocolVersion])) return false;
  const info = meta[metaKeys.clientInfo];
  const level = meta[metaKeys.logLevel];
  return (
    isUsualCapabilities(meta[metaKeys.clientCapabilities]) &&
    (info === undefined || isJsonObject(info)) &&
    (level === undefined || isLoggingLevel(level))
  );
}

/** Objects of objects, but for what earlier revisions say of roots: all that the guard of them looks at has its type then. */
export function isUsualCapabilities(capabilities: unknown): boolean {
  if (!isJsonObject(capabilities)) return false;
  for (const name in capabilities) {
    const one = capabilities[name];
    if (!isJsonObject(one)) return false;
    for (const key in one) {
      const isFlag = name === 'roots' && key === 'listChanged';
      if (isFlag ? typeof one[key] !== 'boolean' : !isJsonObject(one[key])) return false;
    }
  }
  return true;
}

function repeatsName({ method, params }: JsonRpcRequest, head: HttpHead, port: ServerPort): boolean {
  const param = port.nameParam(method);
  return param === undefined || head.mcpName === params?.[param];
}

/** The arguments of a call that headers have to repeat; `undefined` where there are none. */
export function headerParamsOf(
  { method, params }: JsonRpcRequest,
  port: ServerPort,
): readonly HeaderParam[] | undefined {
  if (method !== traits.callTool.name || typeof params?.name !== 'string') return undefined;
  const repeated = port.headerParams(params.name);
  return repeated === undefined || repeated.length === 0 ? undefined : repeated;
}
