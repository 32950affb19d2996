import { McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { isObjectRoot, type Validation } from '../schema/index.js';
import { RequestContext } from '../server/index.js';
import { type CallToolResult, isJsonObject, type JsonObject, type Logger } from '../types/index.js';
import { isFullResult } from './content/content-block.js';
import { toStructuredResult, toToolResult } from './content/tool-result.js';
import type { Context } from './context.js';
import { isShown } from './run-handler.js';
import type { ToolEntry } from './tool.js';

export { coerceJsonStrings } from '../schema/index.js';

type Outcome = CallToolResult | Promise<CallToolResult>;

/** Makes a result of what a tool returned, and checks what its output schema promises. */
export function convertOutput(tool: ToolEntry, value: unknown, ctx: Context, logger: Logger): Outcome {
  const { output } = tool.prepared;
  if (output === undefined) return toToolResult(value);
  if (!namesContent(output.json) && isFullResult(value)) return fullResult(tool, value as CallToolResult, ctx, logger); // just tested
  return validated(tool, value, (valid) => structured(tool, valid, ctx), logger);
}

/** A full result is its author's own, but what it says in structured form has to be what the tool promises. */
function fullResult(tool: ToolEntry, result: CallToolResult, ctx: Context, logger: Logger): Outcome {
  if (result.isError === true) return result;
  return validated(
    tool,
    result.structuredContent,
    (valid) => Object.assign({}, result, { structuredContent: rooted(tool, valid, ctx) }),
    logger,
  );
}

function validated(tool: ToolEntry, value: unknown, then: (valid: unknown) => Outcome, logger: Logger): Outcome {
  const finish = (validation: Validation): Outcome => {
    if (validation.issues === undefined) return then(validation.value);
    logger.error(`The output of tool '${tool.key}' does not fit its outputSchema: ${validation.issues.join('; ')}`);
    return failed(`Error executing tool '${tool.key}': its output does not fit its output schema`);
  };
  const checked = tool.prepared.output?.validate(value) ?? { value };
  return isThenable(checked) ? checked.then(finish) : finish(checked);
}

function structured(tool: ToolEntry, value: unknown, ctx: Context): CallToolResult {
  const result = toStructuredResult(value);
  const root = rooted(tool, value, ctx);
  return root === value ? result : Object.assign({}, result, { structuredContent: root });
}

/** Where a revision wants an object and the schema promises something else, the value is told as `{ result }`. */
function rooted(tool: ToolEntry, value: unknown, ctx: Context): unknown {
  const { output } = tool.prepared;
  if (output === undefined || isObjectRoot(output.json)) return value;
  return RequestContext.exchangeOf(ctx).abilities.objectRoots ? { result: value } : value;
}

/** Whether the tool's own output has a field `content`, so that a value with one is no full result. */
function namesContent({ properties }: JsonObject): boolean {
  return isJsonObject(properties) && 'content' in properties;
}

/** The result of a call with arguments that do not fit. */
export function wrongArguments(tool: ToolEntry, issues: readonly string[]): CallToolResult {
  return failed(`Invalid arguments for tool '${tool.key}':\n${issues.join('\n')}`);
}

/**
 * The result of a call whose handler threw.
 *
 * @throws McpError where that is meant for the protocol
 */
export function failedCall(tool: ToolEntry, error: unknown, ctx: Context, logger: Logger): CallToolResult {
  if (McpError.is(error)) {
    if (error.jsonRpcCode !== undefined) throw error;
    if (isShown(error, 'TOOL_FAILED')) {
      logger.info(`Tool '${tool.key}' failed: ${error.message}`);
      return failed(error.message);
    }
  }
  if (RequestContext.exchangeOf(ctx).cancelled)
    logger.debug(`Tool '${tool.key}' ended after its call was given up.`, error);
  else logger.error(`Tool '${tool.key}' threw.`, error);
  return failed(`Error executing tool '${tool.key}'`);
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
