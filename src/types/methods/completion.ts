import { completeParams, completeResult } from '../guard/completion.js';
import { defineMethod } from './define-method.js';

/** Proposes values for an argument. The capability exists since 2025-03-26, the method from the start. */
export const complete = defineMethod({
  name: 'completion/complete',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: completeParams,
  result: completeResult('made'),
  received: completeResult('received'),
  capability: 'completions',
});
