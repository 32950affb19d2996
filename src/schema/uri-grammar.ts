import { McpError } from '../errors/index.js';

/** The most characters that a URI template may have. */
export const MAX_URI_TEMPLATE_LENGTH = 8_192;
/** The most variables that one URI template may have. */
export const MAX_URI_TEMPLATE_VARIABLES = 256;
/** The most characters of a URI that a template is matched against; a longer one matches nothing. */
export const MAX_URI_LENGTH = 65_536;

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

/** How each operator expands (RFC 6570 appendix A). */
export const operators: Readonly<
  Record<UriOperator, { readonly first: string; readonly separator: string; readonly reserved: boolean }>
> = {
  '': { first: '', separator: ',', reserved: false },
  '+': { first: '', separator: ',', reserved: true },
  '#': { first: '#', separator: ',', reserved: true },
  '.': { first: '.', separator: '.', reserved: false },
  '/': { first: '/', separator: '/', reserved: false },
  ';': { first: ';', separator: ';', reserved: false },
  '?': { first: '?', separator: '&', reserved: false },
  '&': { first: '&', separator: '&', reserved: false },
};

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

const variableName = /^\w+(?:\.\w+)*$/;

/** Splits a template into literal text and expressions. Throws `INVALID_TEMPLATE`. */
export function parseUriParts(text: string): UriPart[] {
  if (text.length > MAX_URI_TEMPLATE_LENGTH) {
    const problem = `it has ${text.length} characters, and at most ${MAX_URI_TEMPLATE_LENGTH} are allowed`;
    throw invalidTemplate(text, MAX_URI_TEMPLATE_LENGTH, problem);
  }
  const parts: UriPart[] = [];
  const seen = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{', at);
    const literal = open === -1 ? text.slice(at) : text.slice(at, open);
    const stray = literal.indexOf('}');
    if (stray !== -1) throw invalidTemplate(text, at + stray, 'a "}" closes nothing; write it as %7D if it is meant');
    if (literal !== '') parts.push(literal);
    if (open === -1) break;
    const close = text.indexOf('}', open);
    if (close === -1) throw invalidTemplate(text, open, 'the "{" is never closed');
    parts.push(parseExpression(text, open, close, seen));
    at = close + 1;
  }
  return parts;
}

function parseExpression(text: string, open: number, close: number, seen: Set<string>): UriExpression {
  const operator = operatorAt(text, open + 1);
  const body = text.slice(open + 1 + operator.length, close);
  if (body === '') throw invalidTemplate(text, open, `"${text.slice(open, close + 1)}" names no variable`);
  const variables: UriVariable[] = [];
  let at = open + 1 + operator.length;
  for (const item of body.split(',')) {
    const variable = parseVariable(text, at, item, operator);
    if (seen.has(variable.name)) {
      throw invalidTemplate(text, at, `the variable "${variable.name}" occurs twice; give each a name of its own`);
    }
    seen.add(variable.name);
    if (seen.size > MAX_URI_TEMPLATE_VARIABLES) {
      throw invalidTemplate(text, at, `it has more than ${MAX_URI_TEMPLATE_VARIABLES} variables`);
    }
    variables.push(variable);
    at += item.length + 1;
  }
  return { operator, variables, position: open };
}

function operatorAt(text: string, at: number): UriOperator {
  const char = text.charAt(at);
  if (char in operators) return char as UriOperator; // just looked up
  if ('=,!@|'.includes(char))
    throw invalidTemplate(text, at, `the operator "${char}" is reserved; use one of + # . / ; ? & or none`);
  return '';
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
  if (explode && operator !== '/' && operator !== '.' && operator !== ';') {
    throw invalidTemplate(text, at, `"${item}" cannot have a "*" here; only {/x*}, {.x*} and {;x*} are lists`);
  }
  return { name, operator, explode, optional: operator === '?' || operator === '&' || operator === ';' };
}
