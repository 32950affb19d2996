// What is plainly in order: a few looks tell what the guards would let pass, in a tenth of their time and without loading them.
// What is said here has to be true only of what they let pass.
import { isJsonObject, type JsonObject } from '../json.js';
import type { MethodTraits } from '../method.js';
import { callTool, listTools } from './traits.js';

/** Params of a list, or of a request with a name and arguments; with the envelope of a first attempt. */
export function isUsualRequest(method: MethodTraits, params: JsonObject): boolean {
  if (!isJsonObject(params) || !isUsualMeta(params._meta)) return false; // middleware may give anything
  const { nameParam } = method;
  if (nameParam === undefined) return method.cacheable === true && isTextOrAbsent(params.cursor);
  return (
    typeof params[nameParam] === 'string' &&
    isUsualArguments(method, params.arguments) &&
    params.inputResponses === undefined &&
    params.requestState === undefined &&
    params.task === undefined
  );
}

/** The result of a tool that is one block of text; or a list of tools that have names, descriptions and schemas. */
export function isUsualResult(method: MethodTraits, result: JsonObject): boolean {
  if (method.name === callTool.name) return isOneText(result);
  return method.name === listTools.name && isPlainList(result);
}

function isUsualMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isJsonObject(meta)) return false;
  const { progressToken } = meta;
  return isTextOrAbsent(progressToken) || Number.isInteger(progressToken);
}

function isUsualArguments(method: MethodTraits, args: unknown): boolean {
  if (args === undefined) return true;
  if (!isJsonObject(args)) return false;
  return method.name === callTool.name || Object.values(args).every((value) => typeof value === 'string');
}

function isOneText(result: JsonObject): boolean {
  const { content, isError, _meta, resultType } = result;
  if (!Array.isArray(content) || content.length !== 1 || !isJsonObject(content[0])) return false;
  if (isError !== undefined || _meta !== undefined || resultType !== undefined) return false;
  const { type, text, _meta: blockMeta, annotations } = content[0];
  return type === 'text' && typeof text === 'string' && blockMeta === undefined && annotations === undefined;
}

function isPlainList(result: JsonObject): boolean {
  const { tools } = result;
  if (Object.keys(result).length !== 1 || !Array.isArray(tools)) return false;
  for (let index = 0; index < tools.length; index++) if (!isPlainTool(tools[index])) return false;
  return true;
}

function isPlainTool(tool: unknown): boolean {
  if (!isJsonObject(tool)) return false;
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta } = tool;
  return (
    typeof name === 'string' &&
    isTextOrAbsent(title) &&
    isTextOrAbsent(description) &&
    isJsonObject(inputSchema) &&
    inputSchema.type === 'object' &&
    (outputSchema === undefined || isJsonObject(outputSchema)) &&
    annotations === undefined &&
    icons === undefined &&
    execution === undefined &&
    _meta === undefined
  );
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
