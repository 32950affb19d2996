import { paginatedParams } from '../guard/base.js';
import { notificationParams } from '../guard/notifications.js';
import { getPromptParams, getPromptResult, listPromptsResult } from '../guard/prompts.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** Lists prompts, page by page. */
export const listPrompts = defineMethod({
  ...traits.listPrompts,
  params: paginatedParams,
  result: listPromptsResult('made'),
  received: listPromptsResult('received'),
});

/** Fills in a prompt. */
export const getPrompt = defineMethod({
  ...traits.getPrompt,
  params: getPromptParams,
  result: getPromptResult('made'),
  received: getPromptResult('received'),
});

/** Tells that the list of prompts changed. */
export const promptListChanged = defineMethod({
  ...traits.promptListChanged,
  params: notificationParams,
});
