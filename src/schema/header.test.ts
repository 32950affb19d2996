import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  compileSchema,
  decodeHeaderValue,
  encodeHeaderValue,
  headerParams,
  headerText,
  sameHeaderValue,
} from './index.js';

const marked = (name: unknown, rest: object = { type: 'string' }) => ({ ...rest, 'x-mcp-header': name });
const object = (properties: object) => ({ type: 'object', properties });

describe('headerParams', () => {
  it('finds annotated properties at any depth of properties', () => {
    const schema = object({
      region: marked('Region'),
      'x-mcp-header': { type: 'string' },
      at: object({
        shelf: marked('Shelf-No', { type: 'integer' }),
        open: marked('Open', { type: ['boolean', 'null'] }),
      }),
    });
    expect(headerParams(schema)).toMatchObject({
      params: [
        { header: 'Region', path: ['region'], type: 'string' },
        { header: 'Shelf-No', path: ['at', 'shelf'], type: 'integer' },
        { header: 'Open', path: ['at', 'open'], type: 'boolean' },
      ],
      problems: [],
    });
  });

  it('reads what a library was told with meta()', () => {
    const schema = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });
    const { json } = compileSchema(schema, { where: 'test', direction: 'input', root: 'object' });
    expect(headerParams(json).params).toEqual([{ header: 'Region', path: ['region'], type: 'string' }]);
  });

  it.each<[string, object]>([
    ['an empty name', object({ a: marked('') })],
    ['no name', object({ a: marked(5) })],
    ['a space', object({ a: marked('My Region') })],
    ['a line break', object({ a: marked('A\r\nB') })],
    ['a colon', object({ a: marked('A:B') })],
    ['letters beyond ASCII', object({ a: marked('Régión') })],
    ['a name twice', object({ a: marked('Region'), b: marked('REGION') })],
    ['a number', object({ a: marked('A', { type: 'number' }) })],
    ['an object', object({ a: marked('A', { type: 'object' }) })],
    ['an array', object({ a: marked('A', { type: 'array' }) })],
    ['null', object({ a: marked('A', { type: 'null' }) })],
    ['no type', object({ a: marked('A', {}) })],
    ['the root', marked('A', { type: 'object' })],
    ['items', object({ a: { type: 'array', items: marked('A') } })],
    ['properties of items', object({ a: { type: 'array', items: object({ b: marked('A') }) } })],
    ['prefixItems', object({ a: { prefixItems: [marked('A')] } })],
    ['oneOf', { ...object({}), oneOf: [object({ a: marked('A') })] }],
    ['anyOf', object({ a: { anyOf: [marked('A')] } })],
    ['allOf', { allOf: [object({ a: marked('A') })] }],
    ['not', { not: object({ a: marked('A') }) }],
    ['if', { if: object({ a: marked('A') }) }],
    ['then', Object.fromEntries([['then', object({ a: marked('A') })]])],
    ['else', { else: object({ a: marked('A') }) }],
    ['$defs', { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: marked('A') } }],
    ['additionalProperties', { additionalProperties: marked('A') }],
    ['patternProperties', { patternProperties: { a: marked('A') } }],
    ['dependentSchemas', { dependentSchemas: { a: object({ b: marked('A') }) } }],
  ])('reports %s', (_, schema) => {
    const { problems } = headerParams({ ...schema });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^(\(root\)|\/\S+): x-mcp-header /);
  });

  it('does not look into data', () => {
    expect(headerParams(object({ a: { default: marked(''), enum: [marked('')] } })).problems).toEqual([]);
  });
});

describe('A header value', () => {
  it.each([
    ['us-east1', 'us-east1'],
    ['', ''],
    ['a\tb c', 'a\tb c'],
    [' a', '=?base64?IGE=?='],
    ['a ', '=?base64?YSA=?='],
    ['Zürich', '=?base64?WsO8cmljaA==?='],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?x?=', '=?base64?PT9iYXNlNjQ/eD89?='],
    ['=?base64?x', '=?base64?x'],
    ['=?BASE64?x?=', '=?BASE64?x?='],
  ])('carries %j as %j and gives it back', (text, value) => {
    expect(encodeHeaderValue(text)).toBe(value);
    expect(decodeHeaderValue(value)).toBe(text);
  });

  it('carries any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const value = encodeHeaderValue(text);
        expect(value).toMatch(/^[\t -~]*$/);
        expect(decodeHeaderValue(value)).toBe(text);
      }),
    );
    const long = 'ü'.repeat(500_000);
    expect(decodeHeaderValue(encodeHeaderValue(long))).toBe(long);
  });

  it.each([
    '=?base64?a?=',
    '=?base64?YQ?=',
    '=?base64?YR==?=',
    '=?base64?Y Q==?=',
    '=?base64?_-8=?=',
    '=?base64?/w==?=',
    'Zürich',
    'a\u0000b',
  ])('is malformed as %j', (value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });

  it('is the text of an argument', () => {
    expect(headerText('a')).toBe('a');
    expect(headerText(42)).toBe('42');
    expect(headerText(1e21)).toBe('1000000000000000000000');
    expect(headerText(false)).toBe('false');
    for (const value of [null, undefined, {}, []]) expect(headerText(value)).toBeUndefined();
  });

  it('equals an integer by number and everything else by text', () => {
    for (const header of ['42', '42.0', '4.2e1']) expect(sameHeaderValue(header, 42, 'integer')).toBe(true);
    for (const header of ['', '43', '0x2a', ' 42', '42abc', 'true'])
      expect(sameHeaderValue(header, 42, 'integer')).toBe(false);
    expect(sameHeaderValue('9007199254740993', 9007199254740992, 'integer')).toBe(false);
    expect(sameHeaderValue('42.0', '42', 'string')).toBe(false);
    expect(sameHeaderValue('a', 'a', 'string')).toBe(true);
    expect(sameHeaderValue('A', 'a', 'string')).toBe(false);
    expect(sameHeaderValue('true', true, 'boolean')).toBe(true);
    expect(sameHeaderValue('True', true, 'boolean')).toBe(false);
    expect(sameHeaderValue('null', null, 'string')).toBe(false);
  });
});
