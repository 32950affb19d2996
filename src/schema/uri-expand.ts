import { McpError } from '../errors/index.js';
import { percentEncode } from './uri-encoding.js';
import { leadOf, separatorOf, type UriExpression, type UriVariable } from './uri-grammar.js';
import type { UriTemplate } from './uri-template.js';

/** What one variable may be given; `undefined` and `null` leave it out, and so does an empty list. */
export type UriValue = string | number | boolean | readonly string[] | null | undefined;

/** Values by variable name. */
export type UriValues = { readonly [name: string]: UriValue };

/** The URI for some values (RFC 6570 section 3); absent ones are left out as the RFC says. Throws `INVALID_OPTION` for other types. */
export function expandUriTemplate({ parts }: UriTemplate, values: UriValues): string {
  let uri = '';
  for (const part of parts) uri += typeof part === 'string' ? part : expandExpression(part, values);
  return uri;
}

function expandExpression(expression: UriExpression, values: UriValues): string {
  const { operator } = expression;
  const items: string[] = [];
  for (const variable of expression.variables) {
    const text = expandVariable(variable, Object.hasOwn(values, variable.name) ? values[variable.name] : undefined);
    if (text !== undefined) items.push(text);
  }
  return items.length === 0 ? '' : leadOf(operator) + items.join(separatorOf(operator));
}

function expandVariable(variable: UriVariable, value: UriValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { operator } = variable;
  const reserved = operator === '+' || operator === '#';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return named(variable, percentEncode(String(value), reserved));
  }
  if (!Array.isArray(value)) throw wrongValue(variable, value);
  if (value.length === 0) return undefined;
  const items = value.map((item: unknown) => {
    if (typeof item !== 'string') throw wrongValue(variable, item);
    return percentEncode(item, reserved);
  });
  if (!variable.explode) return named(variable, items.join(','));
  return items.map((item) => named(variable, item)).join(separatorOf(operator));
}

function named(variable: UriVariable, encoded: string): string {
  switch (variable.operator) {
    case '?':
    case '&':
      return `${variable.name}=${encoded}`;
    case ';':
      return encoded === '' ? variable.name : `${variable.name}=${encoded}`;
    default:
      return encoded;
  }
}

function wrongValue(variable: UriVariable, value: unknown): McpError {
  const got = Array.isArray(value) ? 'a list' : typeof value;
  return new McpError(
    'INVALID_OPTION',
    `The URI template variable "${variable.name}" takes a string, a number, a boolean or a list of strings, not ${got}.`,
  );
}
