import type { HttpHead } from '../../transports/http/ports.js';
import { clientCapabilities, isJsonObject, type JsonRpcRequest, loggingLevels, metaKeys } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { headerParamsOf } from './headers.js';
import { isModernVersion } from './version.js';

const levels = new Set<unknown>(loggingLevels);

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

function hasEnvelope(meta: unknown): boolean {
  if (!isJsonObject(meta) || !isModernVersion(meta[metaKeys.protocolVersion])) return false;
  const info = meta[metaKeys.clientInfo];
  const level = meta[metaKeys.logLevel];
  return (
    clientCapabilities(meta[metaKeys.clientCapabilities], '') === undefined &&
    (info === undefined || isJsonObject(info)) &&
    (level === undefined || levels.has(level))
  );
}

function repeatsName({ method, params }: JsonRpcRequest, head: HttpHead, port: ServerPort): boolean {
  const param = port.nameParam(method);
  return param === undefined || head.mcpName === params?.[param];
}
