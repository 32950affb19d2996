import { notificationParams, paginatedParams } from '../guard/base.js';
import { getPromptParams, getPromptResult, listPromptsResult } from '../guard/prompts.js';
import { defineMethod } from './define-method.js';

/** Lists prompts, page by page. */
export const listPrompts = defineMethod({
  name: 'prompts/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: paginatedParams,
  result: listPromptsResult('made'),
  received: listPromptsResult('received'),
  capability: 'prompts',
  cacheable: true,
});

/** Fills in a prompt. */
export const getPrompt = defineMethod({
  name: 'prompts/get',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: getPromptParams,
  result: getPromptResult('made'),
  received: getPromptResult('received'),
  capability: 'prompts',
  nameParam: 'name',
  mayRequireInput: true,
});

/** Tells that the list of prompts changed. */
export const promptListChanged = defineMethod({
  name: 'notifications/prompts/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  params: notificationParams,
  capability: 'prompts',
});
