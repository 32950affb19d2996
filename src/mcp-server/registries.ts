import { McpError } from '../errors/index.js';
import type { ServerCore } from '../server/index.js';
import type { CatchAllCompleter } from './completion.js';
import { Listing } from './listing.js';
import type { McpServerSettings } from './options.js';
import type { PromptEntry } from './prompt.js';
import { Registry } from './registry.js';
import type { ResourceEntry } from './resource.js';
import type { ToolEntry } from './tool.js';

/** All that is registered on a server, and the lists that clients see of it. */
export class Registries {
  readonly tools: Registry<ToolEntry>;
  readonly statics: Registry<ResourceEntry>;
  readonly templates: Registry<ResourceEntry>;
  readonly prompts: Registry<PromptEntry>;
  readonly toolList: Listing<ToolEntry>;
  readonly resourceList: Listing<ResourceEntry>;
  readonly templateList: Listing<ResourceEntry>;
  readonly promptList: Listing<PromptEntry>;
  /** Whether any argument can be completed. */
  completions = false;
  catchAll: CatchAllCompleter | undefined;

  /** @param target gives the server that is told of changes: it is made after its registries */
  constructor(options: McpServerSettings, target: () => ServerCore) {
    const { onDuplicate = 'error', pageSize = Number.POSITIVE_INFINITY, cache = {} } = options;
    checkPageSize(pageSize);
    this.tools = new Registry('tool', onDuplicate, () => target().listChanged('toolsListChanged'));
    this.statics = new Registry('resource', onDuplicate, () => target().listChanged('resourcesListChanged'));
    this.templates = new Registry('resource', onDuplicate, () => target().listChanged('resourcesListChanged'));
    this.prompts = new Registry('prompt', onDuplicate, () => target().listChanged('promptsListChanged'));
    this.toolList = new Listing(this.tools, 'tools', pageSize, cache.tools ?? {});
    this.resourceList = new Listing(this.statics, 'resources', pageSize, cache.resources ?? {});
    this.templateList = new Listing(this.templates, 'resourceTemplates', pageSize, cache.resources ?? {});
    this.promptList = new Listing(this.prompts, 'prompts', pageSize, cache.prompts ?? {});
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
