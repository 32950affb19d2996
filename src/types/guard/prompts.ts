import type { Guard } from '../method.js';
import type {
  GetPromptRequestParams,
  GetPromptResult,
  ListPromptsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
} from '../prompts.js';
import { icons, inputFields, pageFields, requestMeta, resultFields, type Strictness } from './base.js';
import { array, boolean, object, optional, orNull, record, string } from './combinators.js';
import { content, role } from './content.js';
import { meta } from './notifications.js';

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
export const getPromptParams = object<GetPromptRequestParams>({
  ...requestMeta,
  ...inputFields,
  name: string,
  arguments: orNull(record(string)),
});

export function getPromptResult(strictness: Strictness): Guard<GetPromptResult> {
  const message = object<PromptMessage>({ role, content: content[strictness].block });
  return object<GetPromptResult>({ ...resultFields, description: optional(string), messages: array(message) });
}

export function listPromptsResult(strictness: Strictness): Guard<ListPromptsResult> {
  return object<ListPromptsResult>({ ...pageFields(strictness), prompts: array(prompt) });
}
