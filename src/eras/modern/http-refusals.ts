import type { Refusal } from '../../exchange/index.js';
import type { HttpHead } from '../../transports/http/ports.js';
import type { JsonRpcRequest } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { checkShape, checkVersion } from './envelope-check.js';
import { checkRoutingHeaders } from './header-check.js';
import { headerParamsOf } from './in-order.js';
import { checkParamHeaders } from './param-headers.js';

export { answerRefusal } from '../http-refusal.js';

/** What is wrong with a request that is not obviously in order; `undefined` where nothing is. */
export function refusalOf(message: JsonRpcRequest, head: HttpHead, port: ServerPort): Refusal | undefined {
  return (
    checkShape(message) ??
    checkRoutingHeaders(message, head, port) ??
    checkVersion(message) ??
    checkParamHeaders(message, head, headerParamsOf(message, port) ?? [])
  );
}
