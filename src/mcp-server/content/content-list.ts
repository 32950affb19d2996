import type { ContentBlock } from '../../types/index.js';
import { isBytes } from './base64.js';
import { isContentBlock, textBlock } from './content-block.js';
import { ignoreFailures } from './ignore-failures.js';
import { jsonText } from './json-text.js';
import { blobBlock, bytesBlock } from './media-block.js';

/** Something now, or a promise of it when a Blob has to be read first. */
export type Soon<T> = T | Promise<T>;

/**
 * The content blocks of a value, in order: text of strings, numbers, booleans and dates; blocks as they are; bytes and
 * Blobs as media or embedded resources; lists flattened; nothing of null and undefined; JSON of any other value.
 * A promise in a list is awaited. The result is a promise only when something in it had to be.
 */
export function contentOf(value: unknown): Soon<ContentBlock[]> {
  const blocks: ContentBlock[] = [];
  if (typeof value === 'string') {
    blocks.push(textBlock(value));
    return blocks;
  }
  const waiting: Soon<ContentBlock[]>[] = [];
  try {
    addContent(value, blocks, waiting);
  } catch (error) {
    ignoreFailures(waiting);
    throw error;
  }
  if (waiting.length === 0) return blocks;
  waiting.push(blocks);
  return Promise.all(waiting).then((lists) => lists.flat());
}

/** Adds to `blocks`; when a block is not there yet, moves what came before it to `waiting`, so that order is kept. */
function addContent(value: unknown, blocks: ContentBlock[], waiting: Soon<ContentBlock[]>[]): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'string') blocks.push(textBlock(value));
  else if (typeof value === 'number' || typeof value === 'boolean') blocks.push(textBlock(String(value)));
  else if (Array.isArray(value)) for (const item of value) addContent(item, blocks, waiting);
  else if (isContentBlock(value)) blocks.push(value);
  else if (isBytes(value)) blocks.push(bytesBlock(value));
  else if (value instanceof Date) blocks.push(textBlock(dateText(value)));
  else if (value instanceof Blob) {
    waiting.push(
      blocks.splice(0),
      blobBlock(value).then((block) => [block]),
    );
  } else if (value instanceof Promise) waiting.push(blocks.splice(0), value.then(contentOf));
  else blocks.push(textBlock(jsonText(value)));
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}
