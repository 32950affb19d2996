import type { Logger } from '../types/index.js';

/** Warns of a tool name that some clients will not take (specification: tools, names). The tool is registered all the same. */
export function warnAboutName(name: string, logger: Logger): void {
  const problem = problemOf(name);
  if (problem !== undefined) logger.warn(`Tool name ${JSON.stringify(name)} ${problem}; some clients will refuse it.`);
}

function problemOf(name: string): string | undefined {
  if (name.length > 128) return `has ${name.length} characters, more than 128`;
  if (/\s/.test(name)) return 'has spaces: use underscores';
  const odd = name.match(/[^A-Za-z0-9_.-]/)?.[0];
  if (odd !== undefined)
    return `has the character ${JSON.stringify(odd)}: use letters, digits, underscores, hyphens and dots`;
  if (/^[-.]|[-.]$/.test(name)) return 'begins or ends with a hyphen or dot';
  return undefined;
}
