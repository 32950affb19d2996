import fc from 'fast-check';
import { McpError } from 'parley-mcp';
import { expect, test } from 'vitest';
import {
  compileSchema,
  compileUntrusted,
  decodeHeaderValue,
  encodeHeaderValue,
  headerParams,
  matchUriTemplate,
  parseUriTemplate,
} from '../../src/schema/index.js';
import { EventReader } from '../../src/transports/http/client-events.js';
import { LineReader } from '../../src/transports/stdio/index.js';
import { anyValue } from './bad-input.js';

/** Bytes in the chunks that the ends cut them into. */
function cut(bytes: Uint8Array, ends: readonly number[]): Uint8Array[] {
  const places = [0, ...ends.map((end) => end % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    'data:',
    'data: {}',
    'id: 1',
    'event: x',
    'retry: 5',
    'retry: 99999999999',
    ': x',
    '\ufeff',
    '\u0000',
    '😀',
    '{"id":1}',
  ),
  fc.string({ maxLength: 20, unit: 'binary' }),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => new TextEncoder().encode(pieces.join('')));
const bytes = fc.oneof(text, fc.uint8Array({ maxLength: 300 }));
const ends = fc.array(fc.nat(400), { maxLength: 8 });

function linesOf(chunks: readonly Uint8Array[], limit: number): unknown[] {
  const heard: unknown[] = [];
  const reader = new LineReader(
    {
      line: (line) => heard.push(line),
      problem: (error) => heard.push([error.code, error.data]),
    },
    limit,
  );
  for (const chunk of chunks) reader.push(chunk);
  return heard;
}

test('a line reader hears the same in bytes however they are cut, and never throws', () => {
  fc.assert(
    fc.property(bytes, ends, fc.constantFrom(10, 1000), (input, at, limit) => {
      const whole = linesOf([input, new Uint8Array([10])], limit);
      expect(linesOf([...cut(input, at), new Uint8Array([10])], limit)).toEqual(whole);
      expect(linesOf([input, new TextEncoder().encode('\n{"good":1}\n')], 1000).at(-1)).toBe('{"good":1}');
    }),
    { numRuns: 500 },
  );
});

function eventsOf(chunks: readonly Uint8Array[], limit = 10_000): unknown[] {
  const heard: unknown[] = [];
  const reader = new EventReader(
    {
      event: (id, event, data) => heard.push([id, event, data]),
      retry: (milliseconds) => heard.push(milliseconds),
      tooLarge: () => heard.push('too large'),
    },
    limit,
  );
  for (const chunk of chunks) reader.feed(chunk);
  return heard;
}

test('an event reader hears the same in bytes however they are cut, and never throws', () => {
  fc.assert(
    fc.property(bytes, ends, (input, at) => {
      const after = new TextEncoder().encode('\n\ndata: good\n\n');
      const whole = eventsOf([input, after]);
      expect(eventsOf([...cut(input, at), after])).toEqual(whole);
      expect(whole.at(-1)).toContain('good');
      expect(eventsOf([...cut(input, at), after], 5).length).toBeLessThanOrEqual(whole.length + 1);
    }),
    { numRuns: 500 },
  );
});

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';

test('any text is a URI template or an INVALID_TEMPLATE, and any URI matches one or does not', () => {
  const parts = fc.constantFrom(
    '{',
    '}',
    '{a}',
    '{+b}',
    '{/c*}',
    '{?d,e}',
    '{&f}',
    '{#g}',
    '{.h}',
    '{i:3}',
    ',',
    '*',
    '/',
    '?',
    '&',
    '=',
    '%',
    '%41',
    '%f',
    ':',
    'x',
    '😀',
  );
  const template = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ maxLength: 40, unit: 'binary' }),
  );
  fc.assert(
    fc.property(template, template, (source, uri) => {
      try {
        const parsed = parseUriTemplate(source);
        const match = matchUriTemplate(parsed, uri);
        if (match !== undefined) expect(Object.values(match).flat().every(isOptionalText)).toBe(true);
      } catch (error) {
        expect(McpError.is(error) && error.code).toBe('INVALID_TEMPLATE');
      }
    }),
    { numRuns: 2000 },
  );
});

const keyword = fc.constantFrom(
  'type',
  'properties',
  'items',
  'required',
  'enum',
  'const',
  '$ref',
  '$defs',
  '$schema',
  '$id',
  'anyOf',
  'allOf',
  'not',
  'if',
  'pattern',
  'format',
  'minimum',
  'additionalProperties',
  'patternProperties',
  'x-mcp-header',
  'prefixItems',
  'dependentSchemas',
  '__proto__',
);
const schemas = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyValue,
    fc.constantFrom('object', 'string', '#', '#/$defs/a', '(a+)+$', 'https://json-schema.org/draft/2020-12/schema'),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 2 }),
  ),
  schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
})).schema;

test('any object is a JSON Schema that checks any value, or one that cannot be used', async () => {
  await fc.assert(
    fc.asyncProperty(schemas, anyValue, async (schema, value) => {
      const json = Object(schema);
      const untrusted = compileUntrusted(json);
      if (untrusted.problem !== undefined) expect(untrusted.problem).not.toMatch(/\n/);
      else expect(await untrusted.validate(value)).toBeTypeOf('object');
      headerParams(Object(json));
      try {
        const compiled = compileSchema(json, { where: "tool 'a': inputSchema", direction: 'input' });
        expect(await compiled.validate(value)).toBeTypeOf('object');
      } catch (error) {
        expect(McpError.is(error) || error instanceof TypeError, String(error)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('any text is a header value that carries text, or none; text comes back from the one made for it', () => {
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String().map((base64) => `=?base64?${base64}?=`),
    fc.string().map((inner) => `=?base64?${inner}?=`),
  );
  fc.assert(
    fc.property(values, (value) => {
      expect(isOptionalText(decodeHeaderValue(value))).toBe(true);
      expect(decodeHeaderValue(encodeHeaderValue(value))).toBe(value.replace(/\p{Cs}/gu, '\ufffd'));
    }),
    { numRuns: 1000 },
  );
});
