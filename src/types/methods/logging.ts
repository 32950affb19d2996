import { emptyResult } from '../guard/base.js';
import { loggingMessageParams, setLevelParams } from '../guard/lifecycle.js';
import { defineMethod } from './define-method.js';

/** Sets the lowest level of log messages to send. */
export const setLevel = defineMethod({
  name: 'logging/setLevel',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  params: setLevelParams,
  result: emptyResult,
  capability: 'logging',
});

/** Carries a log message. */
export const loggingMessage = defineMethod({
  name: 'notifications/message',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  params: loggingMessageParams,
  capability: 'logging',
});
