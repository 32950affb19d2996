import { InvalidSignature } from '../errors/index.js';
import { parseUriTemplate, type UriTemplate, type UriVariables } from '../schema/index.js';
import type {
  Annotations,
  CachingHints,
  Icon,
  JsonObject,
  Resource as ListedResource,
  ResourceTemplate as ListedTemplate,
} from '../types/index.js';
import type { Completer } from './completion.js';
import type { Context } from './context.js';
import type { Entry } from './entry.js';
import { given } from './given.js';
import { analyse, type ResolverGraph } from './resolver/index.js';

/** A registered resource or resource template. */
export interface Resource<out Uri extends string = string> {
  readonly uri: Uri;
  readonly enabled: boolean;
  /** Changes what is given and leaves the rest. Clients are told that the list has changed. */
  update(change: ResourceChange): void;
  /** Lets clients see and read the resource again. */
  enable(): void;
  /** Hides the resource: to clients it does not exist. */
  disable(): void;
  /** Takes the resource off the server, for good. */
  remove(): void;
}

/** What a resource is to a client. */
export interface ResourceDescription {
  /** What it is called in lists; its URI by default. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Bytes of its contents, where they are known. */
  readonly size?: number | undefined;
  readonly annotations?: Annotations | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** What can be given for a resource besides its description. */
export interface ResourceOptions<Uri extends string = string> extends ResourceDescription {
  /** How long clients may keep what they read, and whether they may share it. */
  readonly cache?: Partial<CachingHints> | undefined;
  /**
   * Template variables that may hold what looks like a way out of a folder (`..`, an absolute path, a null byte). A URI with such a
   * value in any other variable is answered as if no such resource existed.
   */
  readonly allowUnsafePaths?: readonly (keyof UriVariables<Uri> & string)[] | undefined;
  /** Proposes values for template variables. */
  readonly complete?: { readonly [Name in keyof UriVariables<Uri>]?: Completer } | undefined;
  /** Names the members of a template, for `resources/list`. */
  readonly list?: ((ctx: Context) => readonly ListedResource[] | Promise<readonly ListedResource[]>) | undefined;
}

/** A resource's function, without its types. */
export type ResourceHandler = (variables: never, ctx: Context) => unknown;

/** What `update` can change. */
export interface ResourceChange extends ResourceOptions {
  readonly handler?: ResourceHandler | undefined;
}

/** All that was given for a resource. */
export interface ResourceDefinition extends ResourceOptions {
  readonly resolve?: object | undefined;
  readonly handler: ResourceHandler;
}

/** What a read needs of a resource. */
export interface PreparedResource {
  readonly template: UriTemplate;
  /** What fills the parameters that are no variables; `undefined` where there are none. */
  readonly resolvers: ResolverGraph | undefined;
  readonly listed: ListedResource & ListedTemplate;
}

export type ResourceEntry = Entry<ResourceDefinition, PreparedResource>;

/** Makes a resource of what was given for it. Throws `InvalidSignature`, or `INVALID_TEMPLATE`. */
export function prepareResource(uri: string, definition: ResourceDefinition): PreparedResource {
  const where = `resource '${uri}'`;
  const template = parseUriTemplate(uri);
  const names = new Set(template.variables.map((variable) => variable.name));
  const resolvers = analyse(where, definition.resolve, { names, holder: 'the URI template' });
  for (const name of [...(definition.allowUnsafePaths ?? []), ...Object.keys(definition.complete ?? {})]) {
    if (names.has(name)) continue;
    const there = names.size === 0 ? 'it has none' : `it has ${[...names].join(', ')}`;
    throw new InvalidSignature(`${where}: there is no variable '${name}' in the URI; ${there}`);
  }
  if (definition.list !== undefined && !template.isTemplate) {
    throw new InvalidSignature(`${where}: \`list\` names the members of a template; this URI has no variables`);
  }
  return { template, resolvers, listed: describe(template, definition) };
}

function describe({ text, isTemplate }: UriTemplate, definition: ResourceDefinition): ListedResource & ListedTemplate {
  return Object.freeze({
    [isTemplate ? 'uriTemplate' : 'uri']: text,
    name: definition.name ?? text,
    ...given(definition, ['title', 'description', 'mimeType', 'annotations', 'icons', '_meta']),
    ...(!isTemplate && given(definition, ['size'])),
  }) as unknown as ListedResource & ListedTemplate; // it has what one or the other needs
}
