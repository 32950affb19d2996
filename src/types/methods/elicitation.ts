import { elicitParams, elicitResult } from '../guard/elicitation.js';
import { defineMethod } from './define-method.js';
import { questionNames } from './traits.js';

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
