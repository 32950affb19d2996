import { completeParams, completeResult } from '../guard/completion.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Proposes values for an argument. The capability exists since 2025-03-26, the method from the start. */
export const complete = defineMethod({
  ...traits.complete,
  params: completeParams,
  result: completeResult('made'),
  received: completeResult('received'),
});
