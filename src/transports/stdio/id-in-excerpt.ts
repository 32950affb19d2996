import { isRequestId } from '../../jsonrpc/index.js';

/**
 * Finds the JSON-RPC id of a message of which only the beginning and the end are at hand.
 *
 * Only members of the outermost object count. Gives `undefined` when the id is in the part that is missing.
 */
export function idInExcerpt(start: string, end: string): string | number | undefined {
  return idAtStart(start) ?? idAtEnd(end);
}

/** A string, a number, a literal or a single mark of JSON. */
const token = /\s*("(?:[^"\\]|\\.)*"|-?[\d.][\d.eE+-]*|true|false|null|[{}[\]:,])/y;

function idAtStart(text: string): string | number | undefined {
  token.lastIndex = 0;
  let depth = 0;
  let key: string | undefined;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const part = match[1] ?? '';
    if (part === '{' || part === '[') depth++;
    else if (part === '}' || part === ']') depth--;
    else if (depth === 1 && part === ',') key = undefined;
    else if (depth === 1 && part !== ':') {
      // A number that touches the end of the excerpt may have lost digits.
      if (key === '"id"') return token.lastIndex < text.length ? parseId(part) : undefined;
      key ??= part;
    }
  }
  return undefined;
}

/** The last members of the object, as long as they are plain: `…,"id":7}` or `…,"id":7,"jsonrpc":"2.0"}`. */
const lastMembers = /[,{]\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

function idAtEnd(text: string): string | number | undefined {
  const part = lastMembers.exec(text)?.[1];
  return part === undefined ? undefined : parseId(part);
}

function parseId(part: string): string | number | undefined {
  try {
    const value: unknown = JSON.parse(part);
    return isRequestId(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
