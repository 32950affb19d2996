import { isJsonObject } from '../json.js';
import type { Guard } from '../method.js';

/** One guard per named field of `T`, so that the compiler keeps types and guards in step. */
export type Shape<T> = { [K in keyof T as string extends K ? never : K]-?: Guard<T[K]> };

const longestKey = 64;
const plainKey = /^[A-Za-z_$][\w$-]*$/;

/** The sentence of a failed check; a value of the type `of` is called another of it. Nested guards run with an empty path, so that success builds no string. */
export function mismatch(path: string, expected: string, value: unknown, of?: string): string {
  return `${path}: expected ${expected}, received ${typeof value === of ? `another ${of}` : typeName(value)}`;
}

/** The JSON type of a value, in one word or two; never the value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that JSON cannot hold';
  return typeof value;
}

/** A step of a path to a key that a peer chose: quoted, on one line and cut where needed. */
function keyStep(key: string): string {
  if (key.length > longestKey) return `[${JSON.stringify(key.slice(0, longestKey))}…]`;
  return plainKey.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

export const anything: Guard = () => undefined;

export const string: Guard<string> = (value, path) =>
  typeof value === 'string' ? undefined : mismatch(path, 'a string', value);

export const boolean: Guard<boolean> = (value, path) =>
  typeof value === 'boolean' ? undefined : mismatch(path, 'a boolean', value);

/** Any number that JSON can hold, fractions included. */
export const number: Guard<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : mismatch(path, 'a number', value);

function numeric(expected: string, fits: (value: number) => boolean): Guard<number> {
  return (value, path) =>
    typeof value === 'number' && fits(value) ? undefined : mismatch(path, expected, value, 'number');
}

/** A whole number from 0 up. */
export const count = numeric('a whole number from 0 up', (value) => Number.isInteger(value) && value >= 0);

/** A number from 0 to 1. */
export const fraction = numeric('a number from 0 to 1', (value) => value >= 0 && value <= 1);

export const stringOrNumber: Guard<string | number> = (value, path) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? undefined
    : mismatch(path, 'a string or a number', value);

/** Any JSON object. Its members are not looked at. */
export const anyObject: Guard<{ [key: string]: unknown }> = (value, path) =>
  isJsonObject(value) ? undefined : mismatch(path, 'an object', value);

/** A value that is present: anything but `undefined`. */
export const present: Guard = (value, path) =>
  value === undefined ? mismatch(path, 'any JSON value', value) : undefined;

/** `undefined` is fine too; `null` is not. */
export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value, path) => (value === undefined ? undefined : guard(value, path));
}

/** `undefined` and `null` are fine too, where peers are known to write `null` for nothing. */
export function orNull<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value, path) => (value === undefined || value === null ? undefined : guard(value, path));
}

/** One of a few strings. */
export function oneOf<const T extends string>(...options: T[]): Guard<T> {
  const known: ReadonlySet<unknown> = new Set(options);
  const expected = options.map((option) => `"${option}"`).join(' or ');
  return (value, path) => (known.has(value) ? undefined : mismatch(path, expected, value, 'string'));
}

/** An object whose named fields fit. Others are not looked at. A field that may be absent costs nothing where it is. */
export function object<T>(shape: Shape<T>): Guard<T> {
  const fields = new Map(Object.entries<Guard>(shape));
  const required = [...fields.keys()].filter((key) => fields.get(key)?.(undefined, '') !== undefined);
  return (value, path) => {
    if (!isJsonObject(value)) return mismatch(path, 'an object', value);
    for (const key of required) {
      if (value[key] === undefined) return `${path}.${key}${fields.get(key)?.(undefined, '')}`;
    }
    for (const key in value) {
      const failure = fields.get(key)?.(value[key], '');
      if (failure !== undefined) return `${path}.${key}${failure}`;
    }
    return undefined;
  };
}

/** An array whose every item fits; of at most `limit` items. */
export function array<T>(item: Guard<T>, limit = Number.POSITIVE_INFINITY): Guard<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return mismatch(path, 'an array', value);
    if (value.length > limit) return `${path}: expected at most ${limit} items, received ${value.length}`;
    for (let index = 0; index < value.length; index++) {
      const failure = item(value[index], '');
      if (failure !== undefined) return `${path}[${index}]${failure}`;
    }
    return undefined;
  };
}

/** An object whose every own member fits. */
export function record<T>(member: Guard<T>): Guard<{ [key: string]: T }> {
  return (value, path) => {
    if (!isJsonObject(value)) return mismatch(path, 'an object', value);
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      const failure = member(value[key], '');
      if (failure !== undefined) return `${path}${keyStep(key)}${failure}`;
    }
    return undefined;
  };
}

/**
 * An object whose string field `tag` tells which guard it has to pass.
 * Tags that are not in `cases` are refused, unless `others` is given: then that checks the object.
 */
export function tagged<T>(tag: string, cases: { [tag: string]: Guard<T> }, others?: Guard): Guard<T> {
  const guards = new Map<unknown, Guard>(Object.entries(cases));
  const known = others === undefined ? oneOf(...Object.keys(cases)) : string;
  return (value, path) => {
    if (!isJsonObject(value)) return mismatch(path, 'an object', value);
    const guard = guards.get(value[tag]);
    return guard === undefined ? (known(value[tag], `${path}.${tag}`) ?? others?.(value, path)) : guard(value, path);
  };
}

/** An object for which `choose` picks the guard. */
export function chosen<T>(choose: (value: { [key: string]: unknown }) => Guard<T>): Guard<T> {
  return (value, path) => (isJsonObject(value) ? choose(value)(value, path) : mismatch(path, 'an object', value));
}

/** One item, or an array of them. */
export function oneOrMany<T>(item: Guard<T>): Guard<T | T[]> {
  const many = array(item);
  return (value, path) => (Array.isArray(value) ? many(value, path) : item(value, path));
}

/** Params that may be left out, as all their fields may. Absent ones are read as `{}`. */
export function omittable<T>(guard: Guard<T>): Guard<T> {
  return (value, path) => (value === undefined ? undefined : guard(value, path));
}
