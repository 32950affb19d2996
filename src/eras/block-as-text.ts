import type { JsonObject } from '../types/index.js';

/** Says in a text block what a content block holds that the peer's revision does not know. */
export function blockAsText(block: JsonObject): JsonObject {
  const shown: JsonObject = { type: 'text', text: describe(block) };
  if (block.annotations !== undefined) shown.annotations = block.annotations;
  return shown;
}

function describe(block: JsonObject): string {
  if (typeof block.uri === 'string') {
    const label = block.title ?? block.name;
    const about = typeof block.description === 'string' ? `\n${block.description}` : '';
    return typeof label === 'string' ? `${label}: ${block.uri}${about}` : `${block.uri}${about}`;
  }
  if (typeof block.data === 'string') {
    const size = Math.floor((block.data.length * 3) / 4);
    return `[${typeof block.mimeType === 'string' ? block.mimeType : block.type}, about ${size} bytes, not shown: this client's protocol revision has no such content]`;
  }
  return JSON.stringify(block);
}
