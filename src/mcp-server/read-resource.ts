import { McpError, ResourceNotFoundError } from '../errors/index.js';
import { isThenable } from '../exchange/index.js';
import { matchUriTemplate, type UriMatch, unsafePath } from '../schema/index.js';
import { isSuspension } from '../server/index.js';
import { isInputRequired, type JsonObject, type Logger, type ReadResourceResult } from '../types/index.js';
import { toReadResult } from './content/read-result.js';
import type { Context } from './context.js';
import type { Registry } from './registry.js';
import type { ResourceEntry } from './resource.js';
import { isShown, runHandler, runNested } from './run-handler.js';

/** Where resources are looked up: first those with a URI of their own, then the templates in the order of registration. */
export interface Resources {
  readonly statics: Registry<ResourceEntry>;
  readonly templates: Registry<ResourceEntry>;
}

/**
 * Reads a resource by its URI, compared byte for byte.
 *
 * @throws McpError `RESOURCE_NOT_FOUND`, `INTERNAL_ERROR` for what its handler throws, or an `McpError` of the handler itself
 */
export function readResource(
  resources: Resources,
  uri: string,
  ctx: Context,
  logger: Logger,
): Promise<ReadResourceResult> | ReadResourceResult {
  return read(resources, uri, ctx, logger, runHandler);
}

/** Reads a resource for a handler that is running: its questions are that handler's. One made by hand has nobody to answer it. */
export async function readNested(
  resources: Resources,
  uri: string,
  ctx: Context,
  logger: Logger,
): Promise<ReadResourceResult> {
  const result = await read(resources, uri, ctx, logger, runNested);
  if (!isInputRequired(result)) return result;
  const cause = new TypeError(`ctx.readResource('${uri}'): the resource asks by hand, which only a client can answer`);
  throw new McpError('INTERNAL_ERROR', `Error reading resource ${uri}`, { uri }, { cause });
}

function read(
  resources: Resources,
  uri: string,
  ctx: Context,
  logger: Logger,
  run: typeof runHandler,
): Promise<ReadResourceResult> | ReadResourceResult {
  const found = find(resources, uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  const { entry, variables } = found;
  const finish = (value: unknown) => convert(entry, value, uri);
  try {
    const value = run(entry.definition.handler, variables, entry.prepared.resolvers, ctx);
    const outcome = isThenable(value) ? value.then(finish) : finish(value);
    if (!isThenable(outcome)) return outcome;
    return outcome.catch((error: unknown) => {
      throw failure(error, entry, uri, logger);
    });
  } catch (error) {
    throw failure(error, entry, uri, logger);
  }
}

function find(
  { statics, templates }: Resources,
  uri: string,
): { entry: ResourceEntry; variables: JsonObject } | undefined {
  const entry = statics.find(uri);
  if (entry !== undefined) return { entry, variables: {} };
  for (const template of templates.enabled) {
    const variables = match(template, uri);
    if (variables === 'unsafe') return undefined;
    if (variables !== undefined) return { entry: template, variables };
  }
  return undefined;
}

/** The variables of a URI of this template; `unsafe` when one of them holds a way out; `undefined` when it does not match. */
function match({ prepared, definition }: ResourceEntry, uri: string): UriMatch | 'unsafe' | undefined {
  const variables = matchUriTemplate(prepared.template, uri);
  if (variables === undefined) return undefined;
  const allowed: readonly string[] = definition.allowUnsafePaths ?? [];
  for (const [name, value] of Object.entries(variables)) {
    if (allowed.includes(name)) continue;
    for (const part of Array.isArray(value) ? value : [value]) if (unsafePath(part) !== undefined) return 'unsafe';
  }
  return variables;
}

function convert(entry: ResourceEntry, value: unknown, uri: string): ReadResourceResult | Promise<ReadResourceResult> {
  if (isInputRequired(value)) return value as JsonObject as ReadResourceResult; // the method's guard checks it as what it is
  const result = toReadResult(value, uri, entry.definition.mimeType);
  const { cache } = entry.definition;
  if (cache === undefined) return result;
  return isThenable(result) ? result.then((read) => Object.assign({}, cache, read)) : Object.assign({}, cache, result);
}

function failure(error: unknown, entry: ResourceEntry, uri: string, logger: Logger): unknown {
  if (isSuspension(error)) return error;
  if (McpError.is(error)) {
    if (error.jsonRpcCode !== undefined) return error;
    if (isShown(error, 'RESOURCE_FAILED')) {
      logger.info(`Resource '${entry.key}' failed: ${error.message}`);
      return new McpError('INTERNAL_ERROR', error.message, { uri });
    }
  }
  logger.error(`Resource '${entry.key}' threw.`, error);
  return new McpError('INTERNAL_ERROR', `Error reading resource ${uri}`, { uri });
}

/** A page of the list of resources, the last one with those that templates name. */
export async function listMembers(
  templates: Registry<ResourceEntry>,
  page: JsonObject,
  ctx: Context,
): Promise<JsonObject> {
  if (page.nextCursor !== undefined) return page;
  const listed: unknown[] = Array.isArray(page.resources) ? [...page.resources] : [];
  for (const { definition } of templates.enabled) {
    if (definition.list !== undefined) listed.push(...(await definition.list(ctx)));
  }
  return Object.assign({}, page, { resources: listed });
}
