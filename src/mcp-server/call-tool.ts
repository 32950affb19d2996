import { McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { coerceJsonStrings, type Validation } from '../schema/index.js';
import { RequestContext } from '../server/index.js';
import { type CallToolResult, isInputRequired, type JsonObject, type Logger } from '../types/index.js';
import { isFullResult, toStructuredResult, toToolResult } from './content/index.js';
import type { Context } from './context.js';
import { isShown, runHandler } from './run-handler.js';
import type { ToolEntry } from './tool.js';

/** What runs tools needs to know of the server. */
export interface ToolRunner {
  readonly logger: Logger;
  /** Whether JSON in a string is taken for the object or array that the schema wants there. */
  readonly coerceJsonStrings: boolean;
}

type Outcome = CallToolResult | Promise<CallToolResult>;

/**
 * Runs a tool: checks its arguments, calls its handler, and makes a result of what that gives or throws. Waits for nothing that
 * is not a promise.
 *
 * @throws McpError when the handler throws one that is meant for the protocol
 */
export function callTool(
  tool: ToolEntry,
  given: JsonObject | null | undefined,
  ctx: Context,
  runner: ToolRunner,
): Outcome {
  const { input } = tool;
  if (input === undefined) return runTool(tool, {}, ctx, runner);
  const args = runner.coerceJsonStrings ? coerceJsonStrings(input.json, given ?? {}) : (given ?? {});
  const checked = input.validate(args);
  if (isThenable(checked)) return checked.then((validation) => withArguments(tool, validation, ctx, runner));
  return withArguments(tool, checked, ctx, runner);
}

function withArguments(tool: ToolEntry, validation: Validation, ctx: Context, runner: ToolRunner): Outcome {
  if (validation.issues === undefined) return runTool(tool, validation.value, ctx, runner);
  return failed(`Invalid arguments for tool '${tool.key}':\n${validation.issues.join('\n')}`);
}

function runTool(tool: ToolEntry, args: unknown, ctx: Context, runner: ToolRunner): Outcome {
  try {
    const value = runHandler(tool.handler, args, tool.resolvers, ctx);
    if (!isThenable(value)) return settle(convert(tool, value, ctx, runner), tool, ctx, runner);
    return value
      .then((result) => convert(tool, result, ctx, runner))
      .catch((error: unknown) => thrown(tool, error, ctx, runner));
  } catch (error) {
    return thrown(tool, error, ctx, runner);
  }
}

function settle(outcome: Outcome, tool: ToolEntry, ctx: Context, runner: ToolRunner): Outcome {
  return isThenable(outcome) ? outcome.catch((error: unknown) => thrown(tool, error, ctx, runner)) : outcome;
}

function convert(tool: ToolEntry, value: unknown, ctx: Context, runner: ToolRunner): Outcome {
  if (isInputRequired(value)) return value as JsonObject as CallToolResult; // the method's guard checks it as what it is
  const { output } = tool;
  if (output === undefined) return toToolResult(value);
  if (!tool.outputNamesContent && isFullResult(value)) return fullResult(tool, value as CallToolResult, ctx, runner); // just tested
  return validated(tool, value, (valid) => structured(tool, valid, ctx), runner);
}

/** A full result is its author's own, but what it says in structured form has to be what the tool promises. */
function fullResult(tool: ToolEntry, result: CallToolResult, ctx: Context, runner: ToolRunner): Outcome {
  if (result.isError === true) return result;
  return validated(
    tool,
    result.structuredContent,
    (valid) => Object.assign({}, result, { structuredContent: rooted(tool, valid, ctx) }),
    runner,
  );
}

function validated(tool: ToolEntry, value: unknown, then: (valid: unknown) => Outcome, runner: ToolRunner): Outcome {
  const finish = (validation: Validation): Outcome => {
    if (validation.issues === undefined) return then(validation.value);
    runner.logger.error(
      `The output of tool '${tool.key}' does not fit its outputSchema: ${validation.issues.join('; ')}`,
    );
    return failed(`Error executing tool '${tool.key}': its output does not fit its output schema`);
  };
  const checked = tool.output?.validate(value) ?? { value };
  return isThenable(checked) ? checked.then(finish) : finish(checked);
}

function structured(tool: ToolEntry, value: unknown, ctx: Context): CallToolResult {
  const result = toStructuredResult(value);
  const root = rooted(tool, value, ctx);
  return root === value ? result : Object.assign({}, result, { structuredContent: root });
}

/** Where a revision wants an object and the schema promises something else, the value is told as `{ result }`. */
function rooted(tool: ToolEntry, value: unknown, ctx: Context): unknown {
  return tool.objectOutput || !RequestContext.exchangeOf(ctx).abilities.objectRoots ? value : { result: value };
}

function thrown(tool: ToolEntry, error: unknown, ctx: Context, runner: ToolRunner): CallToolResult {
  if (McpError.is(error)) {
    if (error.jsonRpcCode !== undefined) throw error;
    if (isShown(error, 'TOOL_FAILED')) {
      runner.logger.info(`Tool '${tool.key}' failed: ${error.message}`);
      return failed(error.message);
    }
  }
  if (RequestContext.exchangeOf(ctx).cancelled)
    runner.logger.debug(`Tool '${tool.key}' ended after its call was given up.`, error);
  else runner.logger.error(`Tool '${tool.key}' threw.`, error);
  return failed(`Error executing tool '${tool.key}'`);
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
