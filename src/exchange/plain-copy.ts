/**
 * Copies a value as `JSON.parse(JSON.stringify(value))` would deliver it, without making text of it.
 *
 * `undefined`, functions and symbols are left out of objects and are null in arrays; `toJSON` is honoured; non-finite numbers are
 * null. Throws a `TypeError` for a BigInt or a cycle, and a `RangeError` for a value nested deeper than the stack allows.
 */
export function plainCopy(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null; // JSON knows no -0
    case 'object':
      return value === null ? null : copyObject(value, '');
    case 'bigint':
      throw new TypeError('A BigInt cannot be sent as JSON: convert it to a string or a number.');
    default:
      return undefined;
  }
}

function copyObject(value: { readonly toJSON?: unknown }, key: string): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return copyFields(value as Record<string, unknown>, key); // an object is read by its own names
  if (typeof value.toJSON === 'function') return plainCopy(value.toJSON(key));
  if (Array.isArray(value)) return copyArray(value);
  return isBoxed(value) ? plainCopy(value.valueOf()) : copyFields(value as Record<string, unknown>, key); // as above
}

/** In a `for in` the engine makes nothing of this test, unlike of `Object.hasOwn`; a list of names is slower than both. */
const hasOwn = Object.prototype.hasOwnProperty;

function copyFields(value: Record<string, unknown>, key: string): unknown {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    if (!hasOwn.call(value, name)) continue;
    const field = value[name];
    if (typeof field === 'string' && name !== '__proto__') {
      copy[name] = field;
      continue;
    }
    if (typeof field === 'function' && name === 'toJSON') return plainCopy(field.call(value, key));
    const copied = typeof field === 'object' && field !== null ? copyObject(field, name) : plainCopy(field);
    if (copied === undefined) continue;
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: copied, enumerable: true, configurable: true, writable: true });
    else copy[name] = copied;
  }
  return copy;
}

function isBoxed(value: object): boolean {
  return value instanceof String || value instanceof Number || value instanceof Boolean;
}

function copyArray(value: readonly unknown[]): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    const item: unknown = value[index];
    copy.push((typeof item === 'object' && item !== null ? copyObject(item, String(index)) : plainCopy(item)) ?? null);
  }
  return copy;
}
