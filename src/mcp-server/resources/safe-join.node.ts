import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { McpError } from '../../errors/index.js';
import { safeJoinPath } from '../../schema/index.js';
import { isMissing } from './read-file.node.js';

/**
 * Joins parts that came from outside onto a base folder, and resolves to the real path of the result, which is the base or lies
 * below it however many links are on the way. What does not exist yet may be named too, in a folder that does.
 * ```ts
 * const path = await safeJoin('/srv/notes', args.file);
 * ```
 * A folder that another process may change between this check and its use needs a guard of the operating system's as well.
 *
 * @throws McpError `INVALID_OPTION` for a part that is absolute, has a `..` component or holds a null byte, and for a link that
 * leads out of the base
 */
export async function safeJoin(base: string, ...parts: readonly string[]): Promise<string> {
  const root = await realpath(resolve(base));
  const wanted = safeJoinPath('', ...parts);
  const real = await realPathOf(join(root, wanted), wanted);
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(wanted);
  return real;
}

/** The real path; of something that does not exist, below the real path of what does. */
async function realPathOf(path: string, wanted: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const exists = await lstat(path).catch(() => undefined);
  if (exists !== undefined) throw outside(wanted); // a link to nowhere, which writing would follow
  const parent = dirname(path);
  return parent === path ? path : join(await realPathOf(parent, wanted), basename(path));
}

function outside(wanted: string): McpError {
  return new McpError(
    'INVALID_OPTION',
    `The path ${JSON.stringify(wanted)} cannot be joined onto a base: a link on it leads out of the base.`,
  );
}
