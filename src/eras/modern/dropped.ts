import { type ClientCapabilities, isJsonObject, type JsonObject, traits } from '../../types/index.js';

// What earlier revisions define and this one does not, as far as it can stand in what is sent in this revision. The table of fields
// says the same for all revisions; a test compares them.

/** A result without the fields that this revision has dropped. Gives the same object back when it has none. */
export function knownResult(method: string, result: JsonObject): JsonObject {
  if (method === traits.listTools.name) {
    const { tools } = result;
    if (!Array.isArray(tools) || !tools.some(hasExecution)) return result;
    return Object.assign({}, result, {
      tools: tools.map((tool) => (hasExecution(tool) ? without(tool, 'execution') : tool)),
    });
  }
  if (method !== traits.discover.name || !isJsonObject(result.capabilities)) return result;
  const capabilities = without(result.capabilities, 'tasks');
  return capabilities === result.capabilities ? result : Object.assign({}, result, { capabilities });
}

/** What a client can do, without what this revision has dropped. Gives the same object back when there is none of that. */
export function knownCapabilities(capabilities: ClientCapabilities): ClientCapabilities {
  const known = without(capabilities, 'tasks');
  if (!isJsonObject(known.roots)) return known;
  const roots = without(known.roots, 'listChanged');
  return roots === known.roots ? known : Object.assign({}, known, { roots });
}

function hasExecution(tool: unknown): tool is JsonObject {
  return isJsonObject(tool) && tool.execution !== undefined;
}

function without<T extends object>(value: T, field: string): T {
  if (Reflect.get(value, field) === undefined) return value;
  const copy = Object.assign({}, value);
  Reflect.deleteProperty(copy, field);
  return copy;
}
