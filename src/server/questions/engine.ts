export { inputRequiredResult } from '../../types/index.js';
export { askForm, askModel, askRoots, askUrl, putForm, putModel, putRoots } from './ask.js';
export { askerFor } from './asker-for.js';
export { answerEarly } from './early-answer.js';
export { incoming } from './incoming.js';
export { sendQuestions } from './rounds.js';
export { createMessageFor, listRootsFor, refuseClosed, requestFor } from './session-requests.js';
export { Suspension, suspension } from './suspend.js';
export { completeElicitation, rememberRequired } from './url-elicitations.js';
