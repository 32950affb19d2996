import { isObjectRoot, wrapObjectRoot } from '../../schema/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';

const wrapped = new WeakMap<object, JsonObject>();

/**
 * Shows tools and their results to revisions where structured output has to be an object: a schema with another root
 * becomes one of `{ result }`, and so does a value. Gives the same object back when nothing has to change.
 */
export function objectRoots(result: JsonObject): JsonObject {
  const { tools, structuredContent } = result;
  if (Array.isArray(tools)) {
    if (!tools.some(needsWrapping)) return result;
    return Object.assign({}, result, { tools: tools.map((tool) => (needsWrapping(tool) ? wrapTool(tool) : tool)) });
  }
  if (structuredContent === undefined || isJsonObject(structuredContent)) return result;
  return Object.assign({}, result, { structuredContent: { result: structuredContent } });
}

function needsWrapping(tool: unknown): tool is JsonObject {
  return isJsonObject(tool) && isJsonObject(tool.outputSchema) && !isObjectRoot(tool.outputSchema);
}

function wrapTool(tool: JsonObject): JsonObject {
  let schema = wrapped.get(tool);
  if (schema === undefined) {
    schema = wrapObjectRoot(tool.outputSchema as JsonObject); // needsWrapping has looked
    wrapped.set(tool, schema);
  }
  return Object.assign({}, tool, { outputSchema: schema });
}
