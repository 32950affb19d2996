import type { Guard } from '../method.js';
import type { ListRootsResult, Root } from '../roots.js';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  SamplingMessage,
  ToolChoice,
} from '../sampling.js';
import { meta, requestMeta, resultFields, type Strictness } from './base.js';
import { anyObject, array, fraction, number, object, oneOf, oneOrMany, optional, string } from './combinators.js';
import { content, role } from './content.js';
import { tool } from './tool.js';

const message = object<SamplingMessage>({ ...meta, role, content: oneOrMany(content.made.sampled) });

const preferences = object<ModelPreferences>({
  hints: optional(array(object<ModelHint>({ name: optional(string) }))),
  costPriority: optional(fraction),
  speedPriority: optional(fraction),
  intelligencePriority: optional(fraction),
});

export const createMessageParams = object<CreateMessageRequestParams>({
  ...requestMeta,
  messages: array(message),
  maxTokens: number,
  modelPreferences: optional(preferences),
  systemPrompt: optional(string),
  includeContext: optional(oneOf('none', 'thisServer', 'allServers')),
  temperature: optional(number),
  stopSequences: optional(array(string)),
  metadata: optional(anyObject),
  tools: optional(array(tool)),
  toolChoice: optional(object<ToolChoice>({ mode: optional(oneOf('auto', 'required', 'none')) })),
  task: optional(anyObject),
});

export function createMessageResult(strictness: Strictness): Guard<CreateMessageResult> {
  return object<CreateMessageResult>({
    ...resultFields,
    role,
    content: oneOrMany(content[strictness].sampled),
    model: string,
    stopReason: optional(string),
  });
}

export const listRootsResult = object<ListRootsResult>({
  ...resultFields,
  roots: array(object<Root>({ ...meta, uri: string, name: optional(string) })),
});
