import { requestParams } from '../guard/base.js';
import { listRootsResult } from '../guard/sampling.js';
import { defineMethod } from './define-method.js';
import { questionNames } from './traits.js';

/** Asks for the client's roots. Modern servers ask inside an `InputRequiredResult`. */
export const listRoots = defineMethod({
  name: questionNames.listRoots,
  kind: 'request',
  sender: 'server',
  eras: ['legacy'],
  params: requestParams,
  result: listRootsResult,
});
