import { requestMeta, resultFields, type Strictness } from '../guard/base.js';
import {
  anyObject,
  anything,
  array,
  boolean,
  fraction,
  number,
  object,
  oneOf,
  oneOrMany,
  optional,
  string,
  tagged,
} from '../guard/combinators.js';
import { content, role } from '../guard/content.js';
import { meta } from '../guard/notifications.js';
import { tool } from '../guard/tool.js';
import type { Guard } from '../method.js';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ModelHint,
  ModelPreferences,
  SamplingMessage,
  SamplingMessageContentBlock,
  ToolChoice,
  ToolResultContent,
  ToolUseContent,
} from '../sampling.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

/** What a model says and is told: blocks as elsewhere but for resources, and its use of tools. */
function sampled(strictness: Strictness): Guard<SamplingMessageContentBlock> {
  const { block, spoken, others } = content[strictness];
  const toolUse = object<ToolUseContent>({
    ...meta,
    type: oneOf('tool_use'),
    id: string,
    name: string,
    input: anyObject,
  });
  const toolResult = object<ToolResultContent>({
    ...meta,
    type: oneOf('tool_result'),
    toolUseId: string,
    content: array(block),
    structuredContent: anything,
    isError: optional(boolean),
  });
  return tagged<SamplingMessageContentBlock>('type', { ...spoken, tool_use: toolUse, tool_result: toolResult }, others);
}

const message = object<SamplingMessage>({ ...meta, role, content: oneOrMany(sampled('made')) });

const preferences = object<ModelPreferences>({
  hints: optional(array(object<ModelHint>({ name: optional(string) }))),
  costPriority: optional(fraction),
  speedPriority: optional(fraction),
  intelligencePriority: optional(fraction),
});

const createMessageParams = object<CreateMessageRequestParams>({
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

function createMessageResult(strictness: Strictness): Guard<CreateMessageResult> {
  return object<CreateMessageResult>({
    ...resultFields,
    role,
    content: oneOrMany(sampled(strictness)),
    model: string,
    stopReason: optional(string),
  });
}

/** Asks the client's model. Modern servers ask inside an `InputRequiredResult`. */
export const createMessage = defineMethod({
  ...traits.createMessage,
  params: createMessageParams,
  result: createMessageResult('made'),
  received: createMessageResult('received'),
});
