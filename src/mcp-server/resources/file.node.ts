import { isAbsolute } from 'node:path';
import { McpError, ResourceError, ResourceNotFoundError } from '../../errors/index.js';
import { mimeTypeOf } from '../content/index.js';
import type { Context } from '../context.js';
import { contentsOf, type ReadyContents } from './contents.js';
import { checkedLimit, defaultMaxBytes } from './limits.js';
import { pathOf, readFileWithin } from './read-file.node.js';

/** How `fileResource` reads. */
export interface FileResourceOptions {
  /** The MIME type. By default it is told by the suffix of the path. */
  readonly mimeType?: string | undefined;
  /** The encoding of a text, for example `utf-16le`. UTF-8 by default, with or without a byte-order mark. */
  readonly charset?: string | undefined;
  /** The most bytes that the file may have; 16 MiB by default. */
  readonly maxBytes?: number | undefined;
}

/**
 * The handler of a resource that is a file, read anew each time. Takes an absolute path or a `file:` URL.
 * ```ts
 * server.resource('shop://terms', {}, fileResource(new URL('./terms.md', import.meta.url)));
 * ```
 * A file whose suffix says that it is text is text. One of an unknown type is text when it is valid UTF-8; everything else is bytes.
 * A file that is not there is a resource that is not there; one over `maxBytes` fails with a `ResourceError`.
 *
 * @throws McpError `INVALID_OPTION` for a relative path
 */
export function fileResource(
  path: string | URL,
  options: FileResourceOptions = {},
): (variables: object, ctx: Context) => Promise<ReadyContents> {
  const file = absolutePath(path, 'fileResource()');
  const maxBytes = checkedLimit('fileResource()', 'maxBytes', options.maxBytes ?? defaultMaxBytes);
  return (_variables, ctx) => readContents(file, uriOf(ctx), options, maxBytes);
}

/** What a read of the file at `path` gives. */
export async function readContents(
  path: string,
  uri: string,
  { mimeType, charset }: FileResourceOptions,
  maxBytes: number,
): Promise<ReadyContents> {
  const read = await readFileWithin(path, maxBytes);
  if ('data' in read) return contentsOf(read.data, mimeType ?? mimeTypeOf(path), charset);
  if (read.why === 'too-large')
    throw new ResourceError(`This resource has more than ${maxBytes} bytes, the most that is read (option maxBytes).`);
  throw new ResourceNotFoundError(uri);
}

/** The path, if it is one that does not depend on where the process runs. */
export function absolutePath(given: string | URL, call: string): string {
  const path = pathOf(given, call);
  if (isAbsolute(path)) return path;
  throw new McpError(
    'INVALID_OPTION',
    `${call} takes an absolute path, so that it does not depend on where the server is started; received "${path}". ` +
      `Write new URL('./${path}', import.meta.url) for a path beside the module.`,
  );
}

/** The URI of the read that is being answered, for an error. */
export function uriOf(ctx: Context): string {
  const { uri } = ctx.params;
  return typeof uri === 'string' ? uri : 'a resource that another handler asked for';
}
