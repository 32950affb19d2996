import type { Refusal } from '../../exchange/index.js';
import {
  clientCapabilities,
  isJsonObject,
  isLoggingLevel,
  type JsonObject,
  type JsonRpcRequest,
  metaKeys,
  traits,
} from '../../types/index.js';
import { requestedVersion } from './envelope.js';
import { isModernVersion, modernVersions } from './version.js';

const capabilitiesPath = pathOf(metaKeys.clientCapabilities);
/** Checks a request on a connection that is kept open, where none opens with a handshake any more. */
export function checkEnvelope(message: JsonRpcRequest): Refusal | undefined {
  if (message.method === traits.initialize.name) return unsupportedVersion(message, message.params?.protocolVersion);
  return checkShape(message) ?? checkVersion(message);
}

/** Checks that a request says which revision it is written in and what its sender can do (specification: basic, `_meta`). */
export function checkShape(message: JsonRpcRequest): Refusal | undefined {
  const problem = problemOf(message.params?._meta);
  return problem === undefined ? undefined : { code: 'INVALID_PARAMS', message: problem, id: message.id };
}

function problemOf(meta: unknown): string | undefined {
  if (meta === undefined)
    return `params._meta is missing: every request of this revision carries ${required.join(' and ')} there`;
  if (!isJsonObject(meta)) return 'params._meta has to be an object';
  const version = meta[metaKeys.protocolVersion];
  const capabilities = meta[metaKeys.clientCapabilities];
  if (version === undefined || capabilities === undefined) return missingKeys(meta);
  if (typeof version !== 'string') return `${pathOf(metaKeys.protocolVersion)} has to be a string`;
  const problem = clientCapabilities(capabilities, capabilitiesPath);
  if (problem !== undefined) return problem;
  const info = meta[metaKeys.clientInfo];
  if (info !== undefined && !isJsonObject(info)) return `${pathOf(metaKeys.clientInfo)} has to be an object`;
  const level = meta[metaKeys.logLevel];
  if (level !== undefined && !isLoggingLevel(level))
    return `${pathOf(metaKeys.logLevel)} has to be a log level such as "info"`;
  return undefined;
}

/** Checks that the version a request names is served. */
export function checkVersion(message: JsonRpcRequest): Refusal | undefined {
  const requested = requestedVersion(message);
  if (isModernVersion(requested)) return undefined;
  return unsupportedVersion(message, requested);
}

/** What answers a request for a version that is not served, `initialize` on a connection without handshake included. */
export function unsupportedVersion(message: JsonRpcRequest, version: unknown): Refusal {
  const requested = typeof version === 'string' ? version : 'none'; // anything may stand there
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

function pathOf(key: string): string {
  return `params._meta["${key}"]`;
}
