import type { CallToolResult } from '../../types/index.js';

/** The result of a tool that says something in words. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** The result of a tool that failed, for the model to read. */
export function failedResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
