import { McpError } from '../../errors/index.js';
import { ignoreFailures } from './ignore-failures.js';

/**
 * The JSON of a value that a handler returned, indented by two spaces. `toJSON` methods count.
 *
 * Throws `INTERNAL_ERROR` with the path for what JSON cannot hold: a BigInt, a circle, a function or symbol as the value
 * itself, and a Map, a Set or a list with a promise in it as the value itself, which JSON would silently empty.
 */
export function jsonText(value: unknown): string {
  if (value instanceof Map || value instanceof Set) {
    const kind = value instanceof Map ? 'a Map' : 'a Set';
    throw notJson(`${kind}, which JSON would empty`, value instanceof Map ? 'Object.fromEntries(map)' : '[...set]');
  }
  if (Array.isArray(value) && value.some((item) => item instanceof Promise)) {
    ignoreFailures(value);
    throw notJson('a list with a promise in it, which JSON would empty', 'await Promise.all(list)');
  }
  let text: string | undefined;
  try {
    text = JSON.stringify(value, null, 2);
  } catch (error) {
    const fault = namedFault(value);
    if (fault !== undefined) throw notJson(fault, 'plain data', error);
    throw notJson('a value whose JSON cannot be made (see the cause)', 'plain data', error);
  }
  if (text === undefined) throw notJson(`a ${typeof value}, which JSON has no form for`, 'plain data');
  return text;
}

function notJson(what: string, instead: string, cause?: unknown): McpError {
  const message = `Handler returned an invalid result: ${what}; return ${instead}.`;
  return new McpError('INTERNAL_ERROR', message, undefined, cause === undefined ? undefined : { cause });
}

/** Names the first BigInt or circle. Only runs once JSON has failed. */
function namedFault(value: unknown): string | undefined {
  try {
    return findFault(value, '', [], new Set());
  } catch {
    return undefined; // a getter that throws: the first failure is the cause to report
  }
}

function findFault(value: unknown, path: string, above: readonly object[], done: Set<object>): string | undefined {
  const where = path === '' ? '' : ` at "${path.slice(1)}"`;
  if (typeof value === 'bigint') return `a BigInt${where}, which JSON has no form for`;
  if (typeof value !== 'object' || value === null || done.has(value)) return undefined;
  if (above.includes(value)) return `a structure that holds itself${where}`;
  if (above.length > 200) return undefined;
  const chain = [...above, value];
  for (const key of Object.keys(value)) {
    const fault = findFault(Reflect.get(value, key), `${path}.${key}`, chain, done);
    if (fault !== undefined) return fault;
  }
  done.add(value);
  return undefined;
}
