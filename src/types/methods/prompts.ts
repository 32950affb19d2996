import {
  icons,
  inputFields,
  pageFields,
  paginatedParams,
  requestMeta,
  resultFields,
  type Strictness,
} from '../guard/base.js';
import { array, boolean, object, optional, orNull, record, string } from '../guard/combinators.js';
import { content, role } from '../guard/content.js';
import { meta, notificationParams } from '../guard/notifications.js';
import type { Guard } from '../method.js';
import type {
  GetPromptRequestParams,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from '../prompts.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const argument = object<PromptArgument>({
  name: string,
  title: optional(string),
  description: optional(string),
  required: optional(boolean),
});

const prompt = object<Prompt>({
  ...meta,
  name: string,
  title: optional(string),
  description: optional(string),
  arguments: optional(array(argument)),
  icons,
});

/** Clients write `null` for "no arguments", so `arguments` may be that too. */
const getPromptParams = object<GetPromptRequestParams>({
  ...requestMeta,
  ...inputFields,
  name: string,
  arguments: orNull(record(string)),
});

function getPromptResult(strictness: Strictness): Guard<GetPromptResult> {
  const message = object<PromptMessage>({ role, content: content[strictness].block });
  return object<GetPromptResult>({ ...resultFields, description: optional(string), messages: array(message) });
}

function listPromptsResult(strictness: Strictness): Guard<ListPromptsResult> {
  return object<ListPromptsResult>({ ...pageFields(strictness), prompts: array(prompt) });
}

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
