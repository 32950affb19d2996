import { elicitationCompleteParams, elicitParams, elicitResult } from '../guard/elicitation.js';
import { defineMethod } from './define-method.js';
import { questionNames } from './question-names.js';

/** Asks the client's user. Modern servers ask inside an `InputRequiredResult`. */
export const elicit = defineMethod({
  name: questionNames.elicit,
  kind: 'request',
  sender: 'server',
  eras: ['legacy'],
  since: '2025-06-18',
  params: elicitParams,
  result: elicitResult,
});

/** Tells that what the user did at an address is done. */
export const elicitationComplete = defineMethod({
  name: 'notifications/elicitation/complete',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy'],
  since: '2025-11-25',
  params: elicitationCompleteParams,
});
