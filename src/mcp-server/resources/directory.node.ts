import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { McpError, ResourceError, ResourceNotFoundError } from '../../errors/index.js';
import { expandUriTemplate, parseUriTemplate } from '../../schema/index.js';
import type { Resource as ListedResource } from '../../types/index.js';
import { mimeTypeOf } from '../content/index.js';
import type { Context } from '../context.js';
import type { ReadyContents } from './contents.js';
import { absolutePath, readContents, uriOf } from './file.node.js';
import { checkedLimit, defaultMaxBytes } from './limits.js';
import { matchesPattern } from './path-pattern.js';
import { isMissing } from './read-file.node.js';
import { safeJoin } from './safe-join.node.js';

/** Which files of a folder `directoryResource` shows. */
export interface DirectoryResourceOptions {
  /**
   * Which files are members, for example `*.md` or `guides/**` + `/*.md`: `*` and `?` within one part of the path, `**` for any number of
   * parts. A pattern without `/` is about the name alone. All files by default.
   */
  readonly pattern?: string | undefined;
  /** Whether the files of folders within are members too. Default false. */
  readonly recursive?: boolean | undefined;
  /** Whether names that begin with a dot are members. Default false. */
  readonly hidden?: boolean | undefined;
  /** The encoding of texts. UTF-8 by default, with or without a byte-order mark. */
  readonly charset?: string | undefined;
  /** The most bytes that a file may have to be read; 16 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** The most members that are listed; 1,000 by default. A folder with more fails to be listed, with a `ResourceError`. */
  readonly maxMembers?: number | undefined;
}

/** A file of a folder, as a read of the folder lists it. */
export interface DirectoryMember {
  /** Where it is in the folder, with `/` between the parts: the value of the template's variable that reads it. */
  readonly path: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

type Variables = { readonly [name: string]: string | readonly string[] | undefined };

/** The handler that `directoryResource` makes, with what else a template can be given. */
export interface DirectoryResource {
  (variables: Variables, ctx: Context): Promise<ReadyContents | readonly DirectoryMember[]>;
  /** Makes the `list` option of the resource, which puts every member into `resources/list`, from the template's own text. */
  list(template: string): () => Promise<ListedResource[]>;
  /** The completer of the template's variable: the paths that begin with what has been typed. */
  complete(value: string): Promise<readonly string[]>;
}

/**
 * The handler of a template whose one variable is the path of a file in a folder.
 * ```ts
 * const docs = directoryResource('/srv/docs', { pattern: '*.md', recursive: true });
 * server.resource('docs://{+path}', { list: docs.list('docs://{+path}'), complete: { path: docs.complete } }, docs);
 * ```
 * Reading a member gives its contents, as `fileResource` does. Reading the folder itself (`docs://`) gives its members as JSON.
 * What is not a member (another name, a path that leads out of the folder, also by a link) is a resource that does not exist.
 * Links to folders are not followed when members are listed.
 *
 * @throws McpError `INVALID_OPTION` for a relative path
 */
export function directoryResource(path: string | URL, options: DirectoryResourceOptions = {}): DirectoryResource {
  const root = absolutePath(path, 'directoryResource()');
  const maxBytes = checkedLimit('directoryResource()', 'maxBytes', options.maxBytes ?? defaultMaxBytes);
  const members = () => membersOf(root, options);
  const read = async (variables: Variables, ctx: Context) => {
    const wanted = Object.values(variables).flat().filter(isText).join('/');
    if (wanted === '') return members();
    const uri = uriOf(ctx);
    if (!isMember(wanted, options)) throw new ResourceNotFoundError(uri);
    return readContents(await confined(root, wanted, uri), uri, options, maxBytes);
  };
  return Object.assign(read, {
    list: (template: string) => lister(template, members),
    complete: async (value: string) =>
      (await members()).map((member) => member.path).filter((member) => member.startsWith(value)),
  });
}

async function confined(root: string, wanted: string, uri: string): Promise<string> {
  try {
    return await safeJoin(root, wanted);
  } catch (error) {
    if (McpError.is(error) || isMissing(error)) throw new ResourceNotFoundError(uri, { cause: error });
    throw error;
  }
}

function lister(template: string, members: () => Promise<DirectoryMember[]>): () => Promise<ListedResource[]> {
  const parsed = parseUriTemplate(template);
  const variable = parsed.variables[0];
  if (variable === undefined || parsed.variables.length > 1)
    throw new McpError('INVALID_OPTION', `list() takes a template with one variable; "${template}" is none`);
  return async () =>
    (await members()).map(({ path, mimeType, size }) => ({
      uri: expandUriTemplate(parsed, { [variable.name]: variable.explode ? path.split('/') : path }),
      name: path,
      mimeType,
      size,
    }));
}

async function membersOf(root: string, options: DirectoryResourceOptions): Promise<DirectoryMember[]> {
  const { maxMembers = 1000 } = options;
  const found: DirectoryMember[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (options.recursive === true && isShown(entry.name, options)) folders.push(path);
      } else if (entry.isFile() && isMember(path, options)) {
        const facts = await lstat(join(root, path)).catch(() => undefined);
        if (facts !== undefined) found.push({ path, mimeType: mimeTypeOf(path), size: facts.size });
      }
      if (found.length > maxMembers)
        throw new ResourceError(`This folder has more than ${maxMembers} members (option maxMembers).`);
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function entriesOf(folder: string) {
  const entries = [];
  const directory = await opendir(folder);
  for await (const entry of directory) entries.push(entry);
  return entries;
}

/** Whether a path could be that of a member, as far as its text tells. */
function isMember(path: string, options: DirectoryResourceOptions): boolean {
  const parts = path.split('/');
  if (parts.length > 1 && options.recursive !== true) return false;
  if (path.includes('\\') || !parts.every((part) => part !== '' && isShown(part, options))) return false;
  return options.pattern === undefined || matchesPattern(path, options.pattern);
}

function isShown(name: string, { hidden }: DirectoryResourceOptions): boolean {
  return hidden === true || !name.startsWith('.');
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
