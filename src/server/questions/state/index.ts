export { canonicalJson } from './canonical-json.js';
export { digest } from './digest.js';
export { frozenRequestStateError, InvalidRequestState } from './invalid-request-state.js';
export type {
  BindPrincipal,
  RequestStateCodec,
  RequestStateCodecOptions,
  RequestStateKey,
  RequestStateKeyOptions,
  RequestStateOptions,
} from './options.js';
export { maxStateLength, type RequestBinding, type RequestStateSealer } from './ports.js';
export { createRequestStateSealer } from './sealer.js';
