import type { Refusal } from '../../exchange/index.js';
import {
  clientCapabilities,
  isJsonObject,
  type JsonObject,
  type JsonRpcRequest,
  loggingLevels,
  metaKeys,
} from '../../types/index.js';
import { requestedVersion } from './envelope.js';
import { isModernVersion, modernVersions } from './version.js';

const capabilitiesPath = `params._meta["${metaKeys.clientCapabilities}"]`;
const levels = new Set<unknown>(loggingLevels);

/** Checks that a request says which revision it is written in and what its sender can do (specification: basic, `_meta`). */
export function checkShape(message: JsonRpcRequest): Refusal | undefined {
  const meta = message.params?._meta;
  if (meta === undefined)
    return refuse(
      message,
      `params._meta is missing: every request of this revision carries ${required.join(' and ')} there`,
    );
  if (!isJsonObject(meta)) return refuse(message, 'params._meta has to be an object');
  if (meta[metaKeys.protocolVersion] === undefined || meta[metaKeys.clientCapabilities] === undefined)
    return refuse(message, missingKeys(meta));
  if (typeof meta[metaKeys.protocolVersion] !== 'string')
    return refuse(message, `params._meta["${metaKeys.protocolVersion}"] has to be a string`);
  const problem = clientCapabilities(meta[metaKeys.clientCapabilities], capabilitiesPath);
  if (problem !== undefined) return refuse(message, problem);
  const info = meta[metaKeys.clientInfo];
  if (info !== undefined && !isJsonObject(info))
    return refuse(message, `params._meta["${metaKeys.clientInfo}"] has to be an object`);
  const level = meta[metaKeys.logLevel];
  if (level !== undefined && !levels.has(level))
    return refuse(message, `params._meta["${metaKeys.logLevel}"] has to be a log level such as "info"`);
  return undefined;
}

/** Checks that the version a request names is served. */
export function checkVersion(message: JsonRpcRequest): Refusal | undefined {
  const requested = requestedVersion(message);
  if (isModernVersion(requested)) return undefined;
  return unsupportedVersion(message, String(requested));
}

/** What answers a request for a version that is not served, `initialize` on a connection without handshake included. */
export function unsupportedVersion(message: JsonRpcRequest, requested: string): Refusal {
  return {
    code: 'UNSUPPORTED_PROTOCOL_VERSION',
    message: `Unsupported protocol version: "${requested.slice(0, 64)}"; this connection serves ${modernVersions.join(', ')}`,
    data: { supported: modernVersions, requested },
    id: message.id,
  };
}

const required = [metaKeys.protocolVersion, metaKeys.clientCapabilities];

function missingKeys(meta: JsonObject): string {
  const missing = required.filter((key) => meta[key] === undefined);
  return `params._meta is missing the required key${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}`;
}

function refuse(message: JsonRpcRequest, sentence: string): Refusal {
  return { code: 'INVALID_PARAMS', message: sentence, id: message.id };
}
