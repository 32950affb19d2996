import { McpError } from '../errors/index.js';

/** The most characters that a URI template may have. */
export const MAX_URI_TEMPLATE_LENGTH = 8_192;
/** The most variables that one URI template may have. */
export const MAX_URI_TEMPLATE_VARIABLES = 256;

/** The character after `{` that says how an expression expands (RFC 6570 section 2.2); empty for `{x}`. */
export type UriOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** One variable of a URI template. */
export interface UriVariable {
  readonly name: string;
  readonly operator: UriOperator;
  /** Whether it is a list whose items each take the operator's separator, as in `{/path*}`. */
  readonly explode: boolean;
  /** Whether a URI may leave it out: the variables of `{?x}`, `{&x}` and `{;x}`. */
  readonly optional: boolean;
}

/** `{…}` in a template: one operator and its variables. */
export interface UriExpression {
  readonly operator: UriOperator;
  readonly variables: readonly UriVariable[];
  /** Where its `{` stands in the template. */
  readonly position: number;
}

export type UriPart = string | UriExpression;

/** What an expression with this operator begins with (RFC 6570 appendix A). */
export function leadOf(operator: UriOperator): string {
  return operator === '+' ? '' : operator;
}

/** What stands between the values of an expression with this operator, and between the items of its lists. */
export function separatorOf(operator: UriOperator): string {
  return '+#'.includes(operator) ? ',' : operator.replace('?', '&');
}

/** Where something stands in a URI, which decides what ends a value there. */
export type Zone = 'path' | 'query' | 'fragment';

export const zoneStops: Readonly<Record<Zone, string>> = { path: '/?#', query: '&#', fragment: '#' };

/** Where the URI is behind some literal text. */
export function zoneAfter(zone: Zone, literal: string): Zone {
  if (zone === 'fragment' || literal.includes('#')) return 'fragment';
  return zone === 'query' || literal.includes('?') ? 'query' : 'path';
}

/** Whether the value of a variable can span several segments. */
export function spans({ explode, operator }: UriVariable): boolean {
  return explode || operator === '+' || operator === '#';
}

/** The error for a template that cannot be used. `position` counts characters from 0. */
export function invalidTemplate(text: string, position: number, problem: string): McpError {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return new McpError('INVALID_TEMPLATE', `Invalid URI template "${shown}" at position ${position}: ${problem}.`, {
    position,
  });
}

/** Some literal text, an expression, or a brace that is none of an expression. */
const piece = /[^{}]+|\{([^}]*)\}|[{}]/g;
const variableName = /^\w+(?:\.\w+)*$/;

/** Splits a template into literal text and expressions. Throws `INVALID_TEMPLATE`. */
export function parseUriParts(text: string): UriPart[] {
  if (text.length > MAX_URI_TEMPLATE_LENGTH) {
    const problem = `it has ${text.length} characters, and at most ${MAX_URI_TEMPLATE_LENGTH} are allowed`;
    throw invalidTemplate(text, MAX_URI_TEMPLATE_LENGTH, problem);
  }
  const parts: UriPart[] = [];
  const names = new Set<string>();
  for (const { 0: part, 1: expression, index } of text.matchAll(piece)) {
    if (expression !== undefined) parts.push(parseExpression(text, index, expression, names));
    else if (part === '{') throw invalidTemplate(text, index, 'the "{" is never closed');
    else if (part === '}') throw invalidTemplate(text, index, 'a "}" closes nothing; write it as %7D if it is meant');
    else parts.push(part);
  }
  return parts;
}

function parseExpression(text: string, position: number, expression: string, names: Set<string>): UriExpression {
  const operator = operatorOf(text, position, expression);
  const items = expression.slice(operator.length);
  if (items === '') throw invalidTemplate(text, position, `"{${expression}}" names no variable`);
  let at = position + 1 + operator.length;
  const variables = items.split(',').map((item) => {
    const variable = parseVariable(text, at, item, operator);
    if (names.has(variable.name)) {
      throw invalidTemplate(text, at, `the variable "${variable.name}" occurs twice; give each a name of its own`);
    }
    if (names.add(variable.name).size > MAX_URI_TEMPLATE_VARIABLES) {
      throw invalidTemplate(text, at, `it has more than ${MAX_URI_TEMPLATE_VARIABLES} variables`);
    }
    at += item.length + 1;
    return variable;
  });
  return { operator, variables, position };
}

function operatorOf(text: string, position: number, expression: string): UriOperator {
  if (/^[=,!@|]/.test(expression)) {
    const problem = `the operator "${expression.charAt(0)}" is reserved; use one of + # . / ; ? & or none`;
    throw invalidTemplate(text, position + 1, problem);
  }
  return (/^[+#./;?&]/.exec(expression)?.[0] ?? '') as UriOperator; // just matched
}

function parseVariable(text: string, at: number, item: string, operator: UriOperator): UriVariable {
  if (item.includes(':')) {
    throw invalidTemplate(text, at, `"${item}" has a prefix length, which is not supported; use the whole variable`);
  }
  const explode = item.endsWith('*');
  const name = explode ? item.slice(0, -1) : item;
  if (!variableName.test(name) || name === '__proto__') {
    const rule = 'letters, digits, "_" and single dots between them';
    throw invalidTemplate(text, at, `"${name}" is no variable name; a name has ${rule}`);
  }
  if (explode && !/[/.;]/.test(operator)) {
    throw invalidTemplate(text, at, `"${item}" cannot have a "*" here; only {/x*}, {.x*} and {;x*} are lists`);
  }
  return { name, operator, explode, optional: /[?&;]/.test(operator) };
}
