import { directExchange } from '../eras/index.js';
import type { JsonObject, ParamsOf, RequestMethod, ResultOf } from '../types/index.js';
import { coreOf, type Served } from './served.js';

/** Runs a request as a client's, middleware included, without a client. Enters the lifespan first. */
export async function callDirectly<Name extends RequestMethod>(
  served: Served,
  method: Name,
  params: ParamsOf<Name>,
): Promise<ResultOf<Name>> {
  const target = coreOf(served);
  await target.lifespan.enter();
  const result = await target.dispatch(directExchange(method, (params ?? {}) as JsonObject)); // params of a method are an object
  return result as ResultOf<Name>; // the method's guard has checked it
}
