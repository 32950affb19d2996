import { McpError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import {
  type GetPromptRequestParams,
  type GetPromptResult,
  isInputRequired,
  type JsonObject,
  type Logger,
} from '../types/index.js';
import { toPromptResult } from './content/prompt-result.js';
import type { Context } from './context.js';
import type { PromptEntry } from './prompt.js';
import type { Registry } from './registry.js';
import { isShown, runHandler } from './run-handler.js';

/**
 * Renders a prompt.
 *
 * @throws McpError `INVALID_PARAMS` for a prompt that is not known and arguments that do not fit, `INTERNAL_ERROR` for what its handler throws
 */
export async function renderPrompt(
  prompts: Registry<PromptEntry>,
  params: GetPromptRequestParams,
  ctx: Context,
  logger: Logger,
): Promise<GetPromptResult> {
  const prompt = prompts.find(params.name);
  if (prompt === undefined) throw new McpError('INVALID_PARAMS', `Unknown prompt: ${params.name}`);
  const args = await checkedArgs(prompt, params.arguments ?? {});
  try {
    const value = await runHandler(prompt.definition.handler, args, prompt.prepared.resolvers, ctx);
    if (isInputRequired(value)) return value as JsonObject as GetPromptResult; // the method's guard checks it as what it is
    return await toPromptResult(value, prompt.definition.description);
  } catch (error) {
    throw failure(error, prompt, logger);
  }
}

async function checkedArgs(prompt: PromptEntry, given: JsonObject): Promise<unknown> {
  const { args } = prompt.prepared;
  if (args === undefined) return {};
  const outcome = args.validate(given);
  const validation = isThenable(outcome) ? await outcome : outcome;
  if (validation.issues === undefined) return validation.value;
  throw new McpError('INVALID_PARAMS', `Invalid arguments for prompt '${prompt.key}': ${validation.issues.join('; ')}`);
}

function failure(error: unknown, prompt: PromptEntry, logger: Logger): McpError {
  if (McpError.is(error)) {
    if (error.jsonRpcCode !== undefined) return error;
    if (isShown(error, 'PROMPT_FAILED')) {
      logger.info(`Prompt '${prompt.key}' failed: ${error.message}`);
      return new McpError('INTERNAL_ERROR', error.message);
    }
  }
  logger.error(`Prompt '${prompt.key}' threw.`, error);
  return new McpError('INTERNAL_ERROR', `Error rendering prompt '${prompt.key}'`);
}
