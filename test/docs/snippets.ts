import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The pages that people read, README first, by their paths from the root. */
export const pages: readonly string[] = [
  'README.md',
  ...['docs', 'docs/handlers'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

export interface Snippet {
  /** Unique, and good as a file name. */
  readonly name: string;
  /** Where it stands: `docs/tools.md:12`. */
  readonly where: string;
  readonly code: string;
  /** Whether it serves until it is told to stop. */
  readonly serves: boolean;
  /** The lines that it promises to print, each after a `// → ` in the code; `undefined` where it promises none. */
  readonly prints: readonly string[] | undefined;
}

/**
 * The runnable snippets of a page: blocks that begin with three backticks and `ts run`, or `ts run server` for one that serves until
 * it is stopped.
 */
export function snippetsOf(page: string): Snippet[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const found: Snippet[] = [];
  for (let at = 0; at < lines.length; at++) {
    const kind = /^```ts run( server)?$/.exec(lines[at] ?? '');
    if (kind === null) continue;
    const end = lines.indexOf('```', at);
    const code = lines.slice(at + 1, end).join('\n');
    const prints = [...code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1] ?? '');
    found.push({
      name: `${page.replace(/\W+/g, '-')}-${at + 1}`,
      where: `${page}:${at + 1}`,
      code,
      serves: kind[1] !== undefined,
      prints: prints.length === 0 ? undefined : prints,
    });
    at = end;
  }
  return found;
}

const link = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** The links of a page that lead to no file of this repository, or to no heading of a page, as `page: link`. */
export function brokenLinks(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const targets = [...text.matchAll(link)].map((match) => match[1] ?? '');
  return targets
    .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target))
    .map((target) => `${page}: ${target}`);
}

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(file)) return false;
  return heading === undefined || headingsOf(readFileSync(file, 'utf8')).includes(heading);
}

/** Headings as links name them: small letters, hyphens for spaces, and nothing else that is no letter or digit. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Every block of TypeScript on a page that is not marked as runnable, as `page:line`. */
export function unmarkedBlocks(page: string): string[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  return lines.flatMap((line, at) => (/^```(?:ts|typescript|js)$/.test(line) ? [`${page}:${at + 1}`] : []));
}
