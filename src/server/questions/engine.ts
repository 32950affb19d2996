export { inputRequiredResult } from '../../types/index.js';
export { askForm, askModel, askRoots, askUrl, putForm, putModel, putRoots } from './ask.js';
export { askerFor } from './asker-for.js';
export { warnDeprecated } from './deprecation.js';
export { answerTo } from './live.js';
export { openRound, sendQuestions, sendSuspended } from './rounds.js';
export { Suspension, suspension } from './suspend.js';
export { completeElicitation, rememberElicitation, rememberRequired } from './url-elicitations.js';
