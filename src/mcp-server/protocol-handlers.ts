import { McpError } from '../errors/index.js';
import { protocolHandler, type RequestContext, type ServerCore } from '../server/index.js';
import {
  type CompleteRequestParams,
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
import type { Context } from './context.js';
import type { McpServerSettings } from './options.js';
import { completing, prompting, reading } from './parts.js';
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
  serve(readResourceMethod, ({ uri }, ctx) => reading.use((part) => part.readResource(registries, uri, ctx, logger)));
  serve(listPrompts, ({ cursor }) => registries.promptList.page(cursor));
  serve(getPrompt, (params, ctx) =>
    prompting.use((part) => part.renderPrompt(registries.prompts, params, ctx, logger)),
  );
  if (options.protocolLogging !== false) serve(setLevel, () => ({}));
}

/** Answers completions, from the first one that is registered on. */
export function serveCompletions(core: ServerCore, registries: Registries): void {
  if (registries.completions) return;
  registries.completions = true;
  core.needs(completing);
  const handler = (params: CompleteRequestParams, ctx: Context) =>
    completing.use((part) => part.completeArgument(registries, params, ctx, core.logger));
  core.handle(
    protocolHandler<RequestContext>(
      complete,
      handler as unknown as (params: JsonObject, ctx: RequestContext) => unknown, // its guard checks the params; this server makes the contexts
    ),
  ); // as in serveRegistries
}

function listAllResources(
  registries: Registries,
  cursor: string | undefined,
  ctx: Context,
): JsonObject | Promise<JsonObject> {
  const page = registries.resourceList.page(cursor);
  const named =
    page.nextCursor === undefined && registries.templates.enabled.some(({ options }) => options.list !== undefined);
  return named ? reading.use((part) => part.listMembers(registries.templates, page, ctx)) : page;
}
