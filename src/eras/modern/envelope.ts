import { isJsonObject, type JsonObject, type JsonRpcRequest, metaKeys } from '../../types/index.js';

/** Whether a message claims to be of an era in which every request names its version. */
export function claimsVersion(params: JsonObject | undefined): boolean {
  const meta = params?._meta;
  return isJsonObject(meta) && metaKeys.protocolVersion in meta;
}

/** The version that a request names in its `_meta`. */
export function requestedVersion(message: JsonRpcRequest): unknown {
  const meta = message.params?._meta;
  return isJsonObject(meta) ? meta[metaKeys.protocolVersion] : undefined;
}
