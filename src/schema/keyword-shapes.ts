import { isJsonObject, type JsonObject } from '../types/index.js';
import { SchemaProblem, schemaLimits } from './frozen-copy.js';
import { pointerStep, typeNames } from './keywords.js';
import { boundedPattern } from './patterns.js';

type Shape = { readonly says: string; readonly fits: (value: unknown) => boolean };

const count: Shape = {
  says: 'a whole number, 0 or more',
  fits: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
};
const number: Shape = { says: 'a number', fits: (value) => typeof value === 'number' };
const text: Shape = { says: 'a string', fits: (value) => typeof value === 'string' };
const names: Shape = {
  says: 'an array of strings',
  fits: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
};

const keywords: readonly (readonly [shape: Shape, keywords: readonly string[]])[] = [
  [
    count,
    ['maxContains', 'maxItems', 'maxLength', 'maxProperties', 'minContains', 'minItems', 'minLength', 'minProperties'],
  ],
  [number, ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum']],
  [text, ['$anchor', '$dynamicAnchor', '$id', 'format', 'pattern']],
  [{ says: 'a boolean', fits: (value) => typeof value === 'boolean' }, ['uniqueItems']],
  [names, ['required']],
  [{ says: 'an array of values', fits: Array.isArray }, ['enum']],
  [{ says: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 }, ['multipleOf']],
  [
    {
      says: 'an object of arrays of strings',
      fits: (value) => isJsonObject(value) && Object.values(value).every(names.fits),
    },
    ['dependentRequired'],
  ],
];

const shapes = new Map(keywords.flatMap(([shape, list]) => list.map((keyword) => [keyword, shape] as const)));

/** Checks what one schema's keywords hold, but for those that hold schemas. Adds its patterns to `patterns`. */
export function checkKeywords(schema: JsonObject, pointer: string, patterns: string[]): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = pointer + pointerStep(keyword);
    if (keyword === 'type') checkType(value, at);
    else if (keyword === 'patternProperties' && isJsonObject(value)) {
      for (const source of Object.keys(value)) checkPattern(source, at, patterns, 'u');
    } else {
      const shape = shapes.get(keyword);
      if (shape !== undefined && !shape.fits(value)) {
        throw new SchemaProblem(at, `${keyword} is ${shape.says}, not ${shown(value)}`);
      }
      if (keyword === 'pattern' && typeof value === 'string') checkPattern(value, at, patterns, '');
    }
  }
}

function checkType(value: unknown, at: string): void {
  const wrong = Array.isArray(value) ? value.find((one) => !typeNames.has(one)) : value;
  if (typeNames.has(value) || (Array.isArray(value) && value.length > 0 && wrong === undefined)) return;
  throw new SchemaProblem(
    at,
    `${shown(wrong)} is no type of JSON Schema; use ${[...typeNames].join(', ')}, or an array of them`,
  );
}

function checkPattern(source: string, at: string, patterns: string[], flags: 'u' | ''): void {
  if (source.length > schemaLimits.pattern) {
    throw new SchemaProblem(
      at,
      `a pattern of ${source.length} characters is over the limit of ${schemaLimits.pattern}`,
    );
  }
  const compiled = boundedPattern(source);
  if (compiled === undefined || (flags === 'u' && !compiled.unicode)) {
    throw new SchemaProblem(
      at,
      `${shown(source)} is no regular expression${flags === 'u' && compiled ? ' in Unicode mode' : ''}`,
    );
  }
  patterns.push(source);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : 'nothing';
}
