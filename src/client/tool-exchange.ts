import { isJsonObject } from '../types/index.js';

/**
 * What is wrong with a conversation that a server wants continued, where the model used tools: each use is answered in the next
 * message, and a message with answers holds nothing else (specification: sampling). `undefined` when nothing is.
 */
export function toolExchangeFault(messages: readonly unknown[]): string | undefined {
  let open: ReadonlySet<unknown> = new Set();
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const answers = blocks.filter((block) => block.type === 'tool_result');
    if (answers.length > 0 && answers.length < blocks.length)
      return `messages[${index}] mixes tool results with other content`;
    const answered = new Set(answers.map((block) => block.toolUseId));
    for (const id of answered) if (!open.has(id)) return `messages[${index}] has a result for no tool use before it`;
    for (const id of open) if (!answered.has(id)) return `messages[${index}] lacks the result of a tool use before it`;
    open = new Set(blocks.filter((block) => block.type === 'tool_use').map((block) => block.id));
  }
  return open.size === 0 ? undefined : 'the last message uses a tool whose result is missing';
}

function blocksOf(message: unknown): { readonly [key: string]: unknown }[] {
  if (!isJsonObject(message)) return [];
  const { content } = message;
  return (Array.isArray(content) ? content : [content]).filter(isJsonObject);
}
