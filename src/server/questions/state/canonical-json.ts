import { McpError } from '../../../errors/index.js';

/** How deep objects and arrays may nest in what is made canonical. */
export const maxDepth = 1000;

/**
 * One text for all values that are the same JSON: keys in UTF-16 order at every level, no white space, numbers and strings
 * as `JSON.stringify` writes them (`1.0` is `1`, `-0` is `0`, Unicode is not normalised).
 *
 * What JSON leaves out is left out: `undefined`, functions and symbols in objects; they are `null` in arrays and as the whole
 * value, and so are non-finite numbers. `toJSON` is honoured. Throws `LIMIT_EXCEEDED` for what nests deeper than 1000
 * levels, a cycle included, and a `TypeError` for a BigInt.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', 0) ?? 'null';
}

function write(value: unknown, key: string, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeObject(value, key, depth);
    case 'bigint':
      throw new TypeError('A BigInt cannot be written as JSON: convert it to a string or a number.');
    default:
      return undefined;
  }
}

function writeObject(value: object, key: string, depth: number): string | undefined {
  if (depth >= maxDepth) {
    throw new McpError('LIMIT_EXCEEDED', `A value nests deeper than ${maxDepth} levels, or contains itself.`);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(key), key, depth + 1);
  if (Array.isArray(value)) return writeArray(value, depth + 1);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return write(value.valueOf(), key, depth);
  }
  const fields = value as Readonly<Record<string, unknown>>; // read by its own keys only
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const field = write(fields[name], name, depth + 1);
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${field}`;
  }
  return `{${text}}`;
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '';
  for (let index = 0; index < items.length; index++) {
    text += `${index === 0 ? '' : ','}${write(items[index], String(index), depth) ?? 'null'}`;
  }
  return `[${text}]`;
}
