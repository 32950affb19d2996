import { emptyResult, requestMeta } from '../guard/base.js';
import { object } from '../guard/combinators.js';
import { loggingLevel, loggingMessageParams } from '../guard/notifications.js';
import type { SetLevelRequestParams } from '../logging.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const setLevelParams = object<SetLevelRequestParams>({ ...requestMeta, level: loggingLevel });

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
