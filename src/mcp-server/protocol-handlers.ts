import { McpError } from '../errors/index.js';
import { protocolHandler, type RequestContext, type ServerCore } from '../server/index.js';
import { type JsonObject, type MethodTraits, type ParamsOf, type RequestMethod, traits } from '../types/index.js';
import { callTool } from './call-tool.js';
import type { Context } from './context.js';
import type { McpServerSettings } from './options.js';
import { paging } from './paging.js';
import { completing, prompting, reading } from './parts.js';
import type { Registries } from './registries.js';

type Handler<Name extends RequestMethod> = (params: ParamsOf<Name>, ctx: Context) => unknown;

function serve<Name extends RequestMethod>(core: ServerCore, method: MethodTraits<Name>, handler: Handler<Name>) {
  core.handle(
    protocolHandler<RequestContext>(
      method,
      handler as unknown as (params: JsonObject, ctx: RequestContext) => unknown, // its guard checks the params; this server makes the contexts
    ),
  );
}

/** Answers the protocol's methods from what is registered. */
export function serveRegistries(core: ServerCore, registries: Registries, options: McpServerSettings): void {
  const { tools, statics, templates, prompts } = registries;
  const { logger } = core;
  const runner = { logger, coerceJsonStrings: options.coerceJsonStrings !== false };
  serve(core, traits.listTools, ({ cursor }) => tools.page(cursor));
  serve(core, traits.callTool, (params, ctx) => {
    const tool = tools.find(params.name);
    if (tool === undefined) throw new McpError('INVALID_PARAMS', `Unknown tool: ${params.name}`);
    return callTool(tool, params.arguments, ctx, runner);
  });
  serve(core, traits.listResources, ({ cursor }, ctx) =>
    templates.enabled.some(({ definition }) => definition.list !== undefined)
      ? reading.use(async (part) => part.listMembers(templates, await statics.page(cursor), ctx))
      : statics.page(cursor),
  );
  serve(core, traits.listResourceTemplates, ({ cursor }) => templates.page(cursor));
  serve(core, traits.readResource, ({ uri }, ctx) =>
    reading.use((part) => part.readResource(registries, uri, ctx, logger)),
  );
  serve(core, traits.listPrompts, ({ cursor }) => prompts.page(cursor));
  serve(core, traits.getPrompt, (params, ctx) =>
    prompting.use((part) => part.renderPrompt(prompts, params, ctx, logger)),
  );
  if (options.pageSize !== undefined) core.needs(paging);
  if (options.protocolLogging !== false) serve(core, traits.setLevel, () => ({}));
}

/** Answers completions, from the first one that is registered on. */
export function serveCompletions(core: ServerCore, registries: Registries): void {
  if (registries.completions) return;
  registries.completions = true;
  core.needs(completing);
  serve(core, traits.complete, (params, ctx) =>
    completing.use((part) => part.completeArgument(registries, params, ctx, core.logger)),
  );
}
