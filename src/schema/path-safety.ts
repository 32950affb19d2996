import { McpError } from '../errors/index.js';

/**
 * Whether a value, read as a path, has a `..` component, with either slash. `1.0..2.0` has none.
 * Spaces behind the dots count as nothing, as they do on Windows.
 */
export function containsPathTraversal(value: string): boolean {
  return value
    .replaceAll('\\', '/')
    .split('/')
    .some((component) => component.trimEnd() === '..');
}

/** Whether a value is an absolute path on any platform: `/x`, `\x`, `\\server\share`, `C:\x`, `C:x`. */
export function isAbsolutePath(value: string): boolean {
  const first = value.charCodeAt(0) | 0x20;
  return value.startsWith('/') || value.startsWith('\\') || (value[1] === ':' && first >= 97 && first <= 122);
}

/**
 * Why a value of a URI variable must not become part of a path, or `undefined` when nothing speaks against it.
 *
 * Give the decoded value. It is judged as it stands and, because handlers are known to decode once more, also as it
 * would read after one more decoding. It knows no base folder and no links: use `safeJoinPath` with the base, and
 * on Node the file helpers, which follow links.
 */
export function unsafePath(value: string): string | undefined {
  const reason = unsafeNow(value);
  if (reason !== undefined || !value.includes('%')) return reason;
  const again = decodeLoosely(value);
  const later = again === value ? undefined : unsafeNow(again);
  return later === undefined ? undefined : `${later} (encoded twice)`;
}

function unsafeNow(value: string): string | undefined {
  if (value.includes('\0')) return 'it holds a null byte';
  if (isAbsolutePath(value)) return 'it is an absolute path';
  return containsPathTraversal(value) ? 'it has a ".." component' : undefined;
}

/** Decodes each byte of ASCII by itself, so that a malformed sequence elsewhere hides nothing. */
function decodeLoosely(value: string): string {
  return value.replace(/%([0-7][0-9A-Fa-f])/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Joins parts onto a base folder as text, with `/`; the result is the base or lies below it.
 *
 * Throws `INVALID_OPTION` for a part that is absolute, has a `..` component or holds a null byte. It looks at no
 * file system, so it does not see links. `.` and empty components are dropped.
 */
export function safeJoinPath(base: string, ...parts: readonly string[]): string {
  let path = base;
  for (const part of parts) {
    const reason = unsafeNow(part);
    if (reason !== undefined) {
      throw new McpError('INVALID_OPTION', `The path ${JSON.stringify(part)} cannot be joined onto a base: ${reason}.`);
    }
    for (const component of part.replaceAll('\\', '/').split('/')) {
      if (component === '' || component === '.') continue;
      path = path === '' || path.endsWith('/') || path.endsWith('\\') ? path + component : `${path}/${component}`;
    }
  }
  return path;
}
