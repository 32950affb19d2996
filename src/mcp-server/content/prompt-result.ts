import { McpError } from '../../errors/index.js';
import { type GetPromptResult, isJsonObject, type PromptMessage, type Role } from '../../types/index.js';
import { isBytes } from './base64.js';
import { isContentBlock } from './content-block.js';
import { contentOf, type Soon } from './content-list.js';
import { ignoreFailures } from './ignore-failures.js';

/**
 * The result for what a prompt returned.
 *
 * A string or content block is a message of the user; a message is itself, its `content` may be a string or a list,
 * which gives one message each; a list of any of these gives all in order; a whole `{ messages: […] }` is itself.
 * `description` stands in the result unless that brings one. Throws `INTERNAL_ERROR` for any other value.
 */
export function toPromptResult(value: unknown, description?: string): Soon<GetPromptResult> {
  if (isFullPromptResult(value)) {
    return description === undefined || value.description !== undefined ? value : Object.assign({ description }, value);
  }
  if (isJsonObject(value) && Array.isArray(value.messages)) return completed(value, value.messages, description);
  const messages = messagesOf(value);
  if (messages instanceof Promise) return messages.then((list) => result(list, description));
  return result(messages, description);
}

function result(messages: PromptMessage[], description: string | undefined): GetPromptResult {
  return description === undefined ? { messages } : { description, messages };
}

/** Keeps what else the object holds, and makes its messages proper ones. */
function completed(value: object, messages: unknown[], description: string | undefined): Soon<GetPromptResult> {
  const list = messagesOf(messages);
  if (!(list instanceof Promise)) return Object.assign(result(list, description), value, { messages: list });
  return list.then((done) => Object.assign(result(done, description), value, { messages: done }));
}

/** Whether a value that a prompt returned is a whole result as it stands. */
function isFullPromptResult(value: unknown): value is GetPromptResult {
  if (!isJsonObject(value) || !Array.isArray(value.messages)) return false;
  return value.messages.every((item) => isMessage(item) && isContentBlock(item.content));
}

function messagesOf(value: unknown): Soon<PromptMessage[]> {
  if (!Array.isArray(value)) return messageOf(value);
  const lists: Soon<PromptMessage[]>[] = [];
  const ready: PromptMessage[] = [];
  try {
    for (const item of value) {
      const list = messagesOf(item);
      lists.push(list);
      if (!(list instanceof Promise)) ready.push(...list);
    }
  } catch (error) {
    ignoreFailures(lists);
    throw error;
  }
  if (!lists.some((list) => list instanceof Promise)) return ready;
  return Promise.all(lists).then((done) => done.flat());
}

function messageOf(value: unknown): Soon<PromptMessage[]> {
  if (value instanceof Promise) return value.then(messagesOf);
  if (isMessage(value)) return say(value.role, value.content);
  if (isPart(value)) return say('user', value);
  const got = value === null ? 'null' : typeof value;
  throw new McpError(
    'INTERNAL_ERROR',
    `Handler returned an invalid result: a prompt gives strings, content blocks or messages (user('…')), not ${got}.`,
  );
}

function say(role: Role, content: unknown): Soon<PromptMessage[]> {
  const blocks = contentOf(content);
  if (blocks instanceof Promise) return blocks.then((list) => list.map((block) => ({ role, content: block })));
  return blocks.map((block) => ({ role, content: block }));
}

function isMessage(value: unknown): value is { role: Role; content: unknown } {
  if (!isJsonObject(value) || (value.role !== 'user' && value.role !== 'assistant')) return false;
  return Array.isArray(value.content) ? value.content.every(isPart) : isPart(value.content);
}

function isPart(value: unknown): boolean {
  const simple = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return simple || isContentBlock(value) || isBytes(value) || value instanceof Blob || value instanceof Promise;
}
