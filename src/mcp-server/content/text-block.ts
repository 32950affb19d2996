import type { TextContent } from '../../types/index.js';

/** The block for text that a handler returned. */
export function textBlock(text: string): TextContent {
  return { type: 'text', text };
}
