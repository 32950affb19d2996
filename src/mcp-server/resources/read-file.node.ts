import { constants, type FileHandle, open } from 'node:fs/promises'; // node:fs would load streams with it
import { fileURLToPath } from 'node:url';
import { McpError } from '../../errors/index.js';

/** Why a file was not read. */
export type Unreadable = 'missing' | 'no-file' | 'too-large';

/** What `readFileWithin` gives: the bytes, or the reason why there are none. Other failures are thrown. */
export type FileRead = { readonly data: Uint8Array } | { readonly why: Unreadable };

/** Reads a regular file of at most `maxBytes`. Never waits for a pipe or device. */
export async function readFileWithin(path: string, maxBytes: number): Promise<FileRead> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isMissing(error)) return { why: 'missing' };
    throw error;
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { why: 'no-file' };
    if (facts.size > maxBytes) return { why: 'too-large' };
    const data = await file.readFile();
    return data.byteLength > maxBytes ? { why: 'too-large' } : { data };
  } finally {
    await file.close();
  }
}

/** Whether a file system says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The path that was given as a path or `file:` URL. */
export function pathOf(given: string | URL, call: string): string {
  if (typeof given === 'string' && given !== '') return given;
  if (given instanceof URL && given.protocol === 'file:') return fileURLToPath(given);
  throw new McpError(
    'INVALID_OPTION',
    `${call} takes a path or a file: URL; received ${JSON.stringify(String(given))}`,
  );
}
