import type { ContentBlock, PromptMessage, Role } from '../../types/index.js';
import { text } from './blocks.js';

/** A message of the user, for a prompt: `user('Hello')`, `user(image(bytes))`. */
export function user(content: string | ContentBlock): PromptMessage {
  return message('user', content);
}

/** A message of the assistant, for a prompt. */
export function assistant(content: string | ContentBlock): PromptMessage {
  return message('assistant', content);
}

function message(role: Role, content: string | ContentBlock): PromptMessage {
  return { role, content: typeof content === 'string' ? text(content) : content };
}
