export { type Asks, askForm, askModel, askRoots, askUrl, type Outcome, type UrlOutcome } from './ask.js';
export type { Answer, Asker } from './asker.js';
export { QuestionBoundary } from './boundary.js';
export { Branch } from './branch.js';
export { type AnswerEarly, askerOf, conduct, labelOf } from './conduct.js';
export { type InputRequired, inputRequired } from './input-required.js';
export { answerTo } from './live.js';
export { overdueWarning } from './misuse.js';
export type { Question } from './question.js';
export { graceMs } from './replay.js';
export { keepSentParams } from './sent-params.js';
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
export { completeElicitation, rememberElicitation, rememberRequired } from './url-elicitations.js';
