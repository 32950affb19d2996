export { askForm, askModel, askRoots, askUrl, type Outcome, type UrlOutcome } from './ask.js';
export type { Asker } from './asker.js';
export { QuestionBoundary } from './boundary.js';
export { type AnswerEarly, askerOf, conduct, labelOf } from './conduct.js';
export { type InputRequired, inputRequired, isInputRequired } from './input-required.js';
export { graceMs } from './replay.js';
export {
  type BindPrincipal,
  createRequestStateSealer,
  frozenRequestStateError,
  InvalidRequestState,
  type RequestStateCodec,
  type RequestStateKey,
  type RequestStateOptions,
  type RequestStateSealer,
} from './state/index.js';
export { isSuspension } from './suspension.js';
