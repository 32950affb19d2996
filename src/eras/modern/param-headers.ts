import type { Refusal } from '../../exchange/index.js';
import { decodeHeaderValue, type HeaderParam, sameHeaderValue } from '../../schema/index.js';
import type { HttpHead } from '../../transports/http/ports.js';
import { isJsonObject, type JsonRpcRequest } from '../../types/index.js';
import { mismatch } from './header-check.js';
import { headerNames, valueAt } from './headers.js';

/** Checks the headers that repeat arguments of a tool (specification: Streamable HTTP, custom headers). */
export function checkParamHeaders(
  message: JsonRpcRequest,
  head: HttpHead,
  params: readonly HeaderParam[],
): Refusal | undefined {
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
