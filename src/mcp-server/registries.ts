import { McpError } from '../errors/index.js';
import type { ServerCore } from '../server/index.js';
import type { CatchAllCompleter } from './completion.js';
import type { McpServerSettings } from './options.js';
import type { PromptEntry } from './prompt.js';
import type { Registered } from './registered.js';
import { Registry } from './registry.js';
import type { ResourceEntry } from './resource.js';
import type { ToolEntry } from './tool.js';

/** All that is registered on a server, with the lists that clients see of it. */
export class Registries {
  readonly tools: Registry<ToolEntry>;
  readonly statics: Registry<ResourceEntry>;
  readonly templates: Registry<ResourceEntry>;
  readonly prompts: Registry<PromptEntry>;
  /** Whether any argument can be completed. */
  completions = false;
  catchAll: CatchAllCompleter | undefined;

  /** @param target gives the server that is told of changes: it is made after its registries */
  constructor(options: McpServerSettings, target: () => ServerCore) {
    const { onDuplicate = 'error', pageSize = Number.POSITIVE_INFINITY, cache = {} } = options;
    checkPageSize(pageSize);
    const registry = <Member extends Registered>(
      kind: 'tool' | 'resource' | 'prompt',
      field: string,
    ): Registry<Member> =>
      new Registry({
        kind,
        field,
        onDuplicate,
        pageSize,
        hints: cache[`${kind}s`],
        changed: () => target().listChanged(`${kind}sListChanged`),
      });
    this.tools = registry('tool', 'tools');
    this.statics = registry('resource', 'resources');
    this.templates = registry('resource', 'resourceTemplates');
    this.prompts = registry('prompt', 'prompts');
  }
}

/** Pages without a member would list nothing, for ever. */
function checkPageSize(pageSize: number): void {
  if (pageSize === Number.POSITIVE_INFINITY || (Number.isInteger(pageSize) && pageSize > 0)) return;
  throw new McpError(
    'INVALID_OPTION',
    `The option pageSize has to be a whole number above 0; received ${String(pageSize)}. Leave it out to list everything on one page.`,
  );
}
