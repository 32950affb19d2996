import { emptyResult } from '../guard/base.js';
import { setLevelParams } from '../guard/lifecycle.js';
import { loggingMessageParams } from '../guard/notifications.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Sets the lowest level of log messages to send. */
export const setLevel = defineMethod({
  ...traits.setLevel,
  params: setLevelParams,
  result: emptyResult,
});

/** Carries a log message. */
export const loggingMessage = defineMethod({
  ...traits.loggingMessage,
  params: loggingMessageParams,
});
