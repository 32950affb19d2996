import { refuseAmbiguity } from './uri-ambiguity.js';
import { parseUriParts, type UriPart, type UriVariable } from './uri-grammar.js';

/** A parsed URI template (RFC 6570 levels 1 to 3, and `*` on `{/x*}`, `{.x*}`, `{;x*}`). */
export interface UriTemplate {
  readonly text: string;
  /** In the order in which they stand. */
  readonly variables: readonly UriVariable[];
  /** Whether it has a variable. Without one it matches exactly its own text. */
  readonly isTemplate: boolean;
  readonly parts: readonly UriPart[];
}

/** Whether a resource's URI is meant as a template. Says nothing about its being a valid one. */
export function isUriTemplate(text: string): boolean {
  return text.includes('{');
}

/**
 * Parses a URI or URI template.
 *
 * Throws `McpError` `INVALID_TEMPLATE`, with the position, for bad syntax, a prefix length (`{x:3}`), a list in another
 * place than `/`, `.` or `;`, a name that occurs twice, two variables side by side, two that span segments, more than
 * 8,192 characters or 256 variables.
 */
export function parseUriTemplate(text: string): UriTemplate {
  const parts = parseUriParts(text);
  refuseAmbiguity(text, parts);
  const variables = parts.flatMap((part) => (typeof part === 'string' ? [] : part.variables));
  return { text, variables, isTemplate: variables.length > 0, parts };
}
