import { McpError } from '../errors/index.js';
import { protocolHandler, type RequestContext, type ServerCore } from '../server/index.js';
import {
  type CompleteRequestParams,
  type CompleteResult,
  callTool as callToolMethod,
  complete,
  getPrompt,
  type JsonObject,
  listPrompts,
  listResources,
  listResourceTemplates,
  listTools,
  type MethodDefinition,
  type ParamsOf,
  type RequestMethod,
  readResource as readResourceMethod,
  setLevel,
} from '../types/index.js';
import { callTool } from './call-tool.js';
import { type Completer, runCompleter } from './completion.js';
import type { Context } from './context.js';
import type { McpServerSettings } from './options.js';
import { renderPrompt } from './prompt.js';
import { readResource } from './read-resource.js';
import type { Registries } from './registries.js';

/** Answers the protocol's methods from what is registered. */
export function serveRegistries(core: ServerCore, registries: Registries, options: McpServerSettings): void {
  const { logger } = core;
  const runner = { logger, coerceJsonStrings: options.coerceJsonStrings !== false };
  const serve = <Name extends RequestMethod>(
    method: MethodDefinition<Name>,
    handler: (params: ParamsOf<Name>, ctx: Context) => unknown,
  ): void => {
    core.handle(
      protocolHandler<RequestContext>(
        method,
        handler as unknown as (params: JsonObject, ctx: RequestContext) => unknown, // its guard checks the params; this server makes the contexts
      ),
    );
  };
  serve(listTools, ({ cursor }) => registries.toolList.page(cursor));
  serve(callToolMethod, (params, ctx) => {
    const tool = registries.tools.find(params.name);
    if (tool === undefined) throw new McpError('INVALID_PARAMS', `Unknown tool: ${params.name}`);
    return callTool(tool, params.arguments, ctx, runner);
  });
  serve(listResources, ({ cursor }, ctx) => listAllResources(registries, cursor, ctx));
  serve(listResourceTemplates, ({ cursor }) => registries.templateList.page(cursor));
  serve(readResourceMethod, ({ uri }, ctx) => readResource(registries, uri, ctx, logger));
  serve(listPrompts, ({ cursor }) => registries.promptList.page(cursor));
  serve(getPrompt, (params, ctx) => {
    const prompt = registries.prompts.find(params.name);
    if (prompt === undefined) throw new McpError('INVALID_PARAMS', `Unknown prompt: ${params.name}`);
    return renderPrompt(prompt, params.arguments, ctx, logger);
  });
  if (options.protocolLogging !== false) serve(setLevel, () => ({}));
}

/** Answers completions, from the first one that is registered on. */
export function serveCompletions(core: ServerCore, registries: Registries): void {
  if (registries.completions) return;
  registries.completions = true;
  const handler = (params: CompleteRequestParams, ctx: Context) => completeArgument(registries, params, ctx, core);
  core.handle(
    protocolHandler<RequestContext>(
      complete,
      handler as unknown as (params: JsonObject, ctx: RequestContext) => unknown, // its guard checks the params; this server makes the contexts
    ),
  ); // as in serveRegistries
}

/** Lists the resources with a URI of their own, and on the last page those that templates name. */
async function listMembers(registries: Registries, page: JsonObject, ctx: Context): Promise<JsonObject> {
  const listed: unknown[] = Array.isArray(page.resources) ? [...page.resources] : [];
  for (const { options } of registries.templates.enabled) {
    if (options.list !== undefined) listed.push(...(await options.list(ctx)));
  }
  return Object.assign({}, page, { resources: listed });
}

function listAllResources(
  registries: Registries,
  cursor: string | undefined,
  ctx: Context,
): JsonObject | Promise<JsonObject> {
  const page = registries.resourceList.page(cursor);
  const named =
    page.nextCursor === undefined && registries.templates.enabled.some(({ options }) => options.list !== undefined);
  return named ? listMembers(registries, page, ctx) : page;
}

function completeArgument(
  registries: Registries,
  { ref, argument, context }: CompleteRequestParams,
  ctx: Context,
  { logger }: ServerCore,
): Promise<CompleteResult> {
  const completers = completersOf(registries, ref);
  const own = Object.hasOwn(completers, argument.name) ? completers[argument.name] : undefined;
  const chosen = context?.arguments ?? {};
  const { catchAll } = registries;
  if (own !== undefined) return runCompleter(() => own(argument.value, chosen, ctx), argument.name, logger);
  return runCompleter(
    catchAll === undefined ? undefined : () => catchAll(ref, argument, chosen, ctx),
    argument.name,
    logger,
  );
}

function completersOf(
  registries: Registries,
  ref: CompleteRequestParams['ref'],
): { readonly [name: string]: Completer | undefined } {
  if (ref.type === 'ref/prompt') {
    const prompt = registries.prompts.find(ref.name);
    if (prompt === undefined) throw new McpError('INVALID_PARAMS', `Unknown prompt: ${ref.name}`);
    return prompt.definition.complete ?? {};
  }
  const resource = registries.templates.find(ref.uri) ?? registries.statics.find(ref.uri);
  if (resource === undefined) throw new McpError('INVALID_PARAMS', `Unknown resource template: ${ref.uri}`);
  return resource.options.complete ?? {};
}
