import { isJsonObject, traits } from '../types/index.js';

/** The field that holds the members of each list. */
const listFields: ReadonlyMap<string, string> = new Map([
  [traits.listTools.name, 'tools'],
  [traits.listResources.name, 'resources'],
  [traits.listResourceTemplates.name, 'resourceTemplates'],
  [traits.listPrompts.name, 'prompts'],
]);

const blockTypes = new Set<unknown>(['text', 'image', 'audio', 'resource_link', 'resource']);

/**
 * Completes the two shapes that a handler may shorten: a bare array from a list method, and from `tools/call` content blocks
 * alone, a string, or a plain value, which may be an object. Everything else is returned as it came.
 */
export function completeResult(method: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const field = listFields.get(method);
    if (field !== undefined) return { [field]: value };
  }
  return method === traits.callTool.name ? completeToolResult(value) : value;
}

function completeToolResult(value: unknown): unknown {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (Array.isArray(value) && value.length > 0 && value.every(isBlock)) return { content: value };
  if (value === undefined || value === null) return { content: [] };
  return structured(value);
}

function structured(value: unknown): unknown {
  return { content: [{ type: 'text', text: JSON.stringify(value) ?? 'null' }], structuredContent: value };
}

function isBlock(value: unknown): boolean {
  return isJsonObject(value) && blockTypes.has(value.type);
}
