import { refuseAmbiguity } from './uri-ambiguity.js';
import { expandUriParts, type UriValues } from './uri-expand.js';
import { parseUriParts, type UriPart, type UriVariable } from './uri-grammar.js';
import { matchUri, type UriMatch } from './uri-match.js';

export { containsPathTraversal, isAbsolutePath, safeJoinPath, unsafePath } from './path-safety.js';
export type { UriValue, UriValues } from './uri-expand.js';
export {
  MAX_URI_LENGTH,
  MAX_URI_TEMPLATE_LENGTH,
  MAX_URI_TEMPLATE_VARIABLES,
  type UriOperator,
  type UriVariable,
} from './uri-grammar.js';
export type { UriMatch } from './uri-match.js';
export type { UriVariables } from './uri-variables.js';

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

/**
 * The percent-decoded variables of a URI, or `undefined` when it does not fit. Never throws.
 *
 * - Text is compared byte for byte. `{x}`, `{.x}`, `{/x}` end at `/`, `?` and `#`, `{+x}` and `{/x*}` at `?` and `#`.
 * - The query, as `{?x}` or `?x={x}`, matches in any order. Names the template lacks are ignored, of a repeated one the
 *   first counts, an absent optional one is left out, an empty one is `''`. A `+` is a `+`; `%20` is a space.
 * - Where two readings are possible, the variable further left takes more (`{name}.{ext}` of `a.tar.gz` is `a.tar`,
 *   `gz`), except that those around a variable that spans segments take as little as they can.
 * - A malformed percent sequence, or more than 65,536 characters, match nothing.
 */
export function matchUriTemplate({ text, isTemplate, parts }: UriTemplate, uri: string): UriMatch | undefined {
  if (isTemplate) return matchUri(parts, uri);
  return uri === text ? {} : undefined;
}

/** The URI for some values; absent ones are left out as the RFC says. Throws `INVALID_OPTION` for other types. */
export function expandUriTemplate({ parts }: UriTemplate, values: UriValues): string {
  return expandUriParts(parts, values);
}
