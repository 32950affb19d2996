import { createMessageParams, createMessageResult } from '../guard/sampling.js';
import { defineMethod } from './define-method.js';
import { questionNames } from './traits.js';

/** Asks the client's model. Modern servers ask inside an `InputRequiredResult`. */
export const createMessage = defineMethod({
  name: questionNames.createMessage,
  kind: 'request',
  sender: 'server',
  eras: ['legacy'],
  params: createMessageParams,
  result: createMessageResult('made'),
  received: createMessageResult('received'),
});
