import { elicitationCompleteParams } from '../guard/elicitation-complete.js';
import { defineMethod } from './define-method.js';

/** Tells that what the user did at an address is done. */
export const elicitationComplete = defineMethod({
  name: 'notifications/elicitation/complete',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy'],
  since: '2025-11-25',
  params: elicitationCompleteParams,
});
