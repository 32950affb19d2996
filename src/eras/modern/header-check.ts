import type { Refusal } from '../../exchange/index.js';
import { decodeHeaderValue } from '../../schema/index.js';
import type { HttpHead } from '../../transports/http/ports.js';
import type { JsonRpcRequest } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { requestedVersion } from './envelope.js';
import { headerNames } from './headers.js';

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

/** What answers a request whose headers say something else than its body. */
export function mismatch(message: JsonRpcRequest, sentence: string): Refusal {
  return { code: 'HEADER_MISMATCH', message: sentence, id: message.id };
}
