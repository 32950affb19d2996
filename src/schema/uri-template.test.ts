import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { McpError } from '../errors/index.js';
import { expandUriTemplate, isUriTemplate, MAX_URI_LENGTH, matchUriTemplate, parseUriTemplate } from './index.js';

const match = (template: string, uri: string) => matchUriTemplate(parseUriTemplate(template), uri);
const expand = (template: string, values: Parameters<typeof expandUriTemplate>[1]) =>
  expandUriTemplate(parseUriTemplate(template), values);

function problem(template: string): string {
  try {
    parseUriTemplate(template);
  } catch (error) {
    if (McpError.is(error) && error.code === 'INVALID_TEMPLATE') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parsing', () => {
  it('lists variables in order with their operator, list mark and optionality', () => {
    expect(parseUriTemplate('a://{x}{/p*}{?q}').variables).toEqual([
      { name: 'x', operator: '', explode: false, optional: false },
      { name: 'p', operator: '/', explode: true, optional: false },
      { name: 'q', operator: '?', explode: false, optional: true },
    ]);
  });

  it('tells a template from a URI', () => {
    expect(isUriTemplate('a://{x}')).toBe(true);
    expect(isUriTemplate('a://x')).toBe(false);
    expect(parseUriTemplate('a://x').isTemplate).toBe(false);
  });

  it.each([
    ['a://{x', 'position 4: the "{" is never closed'],
    ['a://x}', 'position 5: a "}" closes nothing'],
    ['a://{}', 'position 4: "{}" names no variable'],
    ['a://{?}', 'names no variable'],
    ['a://{x:3}', 'position 5: "x:3" has a prefix length'],
    ['a://{x,y,x}', 'position 9: the variable "x" occurs twice'],
    ['a://{x*}', 'only {/x*}, {.x*} and {;x*} are lists'],
    ['a://{?x*}', 'only {/x*}, {.x*} and {;x*} are lists'],
    ['a://{x y}', 'no variable name'],
    ['a://{x..y}', 'no variable name'],
    ['a://{__proto__}', 'no variable name'],
    ['a://{!x}', 'the operator "!" is reserved'],
    ['a://{x}{y}', '"x" and "y" stand side by side'],
    ['a://{+x}{y}', '"x" and "y" stand side by side'],
    ['a://{/x*}{y}', '"x" and "y" stand side by side'],
    ['a://{;x}{y}', '"x" and "y" stand side by side'],
    ['a://{+x}/{+y}', 'at most one variable may'],
    ['a://{/x*}/{.y*}', 'at most one variable may'],
    ['a://{+x,y2}/{/z*}', 'at most one variable may'],
    ['a://{;x}.json', 'after {;x} must come'],
    ['a://{?x}{?y}', 'the query has begun already'],
    ['a://?a=1{?x}', 'the query has begun already'],
  ])('refuses %s', (template, text) => {
    expect(problem(template)).toContain(text);
  });

  it('refuses too many characters and too many variables', () => {
    expect(problem(`a://${'x'.repeat(8_188)}`)).toBe('accepted');
    expect(problem(`a://${'x'.repeat(8_189)}`)).toContain('at most 8192');
    const names = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`).join(',');
    expect(problem(`a://{?${names(256)}}`)).toBe('accepted');
    expect(problem(`a://{?${names(257)}}`)).toContain('more than 256 variables');
  });
});

describe('expanding', () => {
  const values = {
    var: 'value',
    hello: 'Hello World!',
    path: '/foo/bar',
    empty: '',
    x: '1024',
    y: '768',
    list: ['red', 'green'],
  };
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['X{#path}', 'X#/foo/bar'],
    ['map?{x,y}', 'map?1024,768'],
    ['{x,empty}', '1024,'],
    ['{empty,x}', ',1024'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{list}', 'red,green'],
    ['{/list*}', '/red/green'],
    ['X{.list*}', 'X.red.green'],
    ['{;list*}', ';list=red;list=green'],
    ['{?list}', '?list=red,green'],
    ['{undef}', ''],
    ['{?undef,x}', '?x=1024'],
    ['{/undef}', ''],
  ])('expands %s to %s', (template, uri) => {
    expect(expand(template, values)).toBe(uri);
  });

  it('keeps percent sequences in {+x} only, and encodes Unicode as UTF-8', () => {
    expect(expand('{+x}', { x: '%41%zz[1]' })).toBe('%41%25zz[1]');
    expect(expand('{x}', { x: '%41é' })).toBe('%2541%C3%A9');
    expect(expand('{x}', { x: '\ud800' })).toBe('%EF%BF%BD');
  });

  it('takes numbers and booleans, and refuses other types with a sentence', () => {
    expect(expand('a://{x}/{y}', { x: 1, y: false })).toBe('a://1/false');
    // @ts-expect-error objects have no text
    expect(() => expand('a://{x}', { x: {} })).toThrow('The URI template variable "x" takes a string');
  });
});

describe('matching the path', () => {
  it('compares text byte for byte and gives decoded values', () => {
    expect(match('docs://{name}', 'docs://hello%20world%2Fx')).toEqual({ name: 'hello world/x' });
    expect(match('docs://{name}', 'DOCS://x')).toBeUndefined();
    expect(match('docs://a%20b/{name}', 'docs://a b/x')).toBeUndefined();
    expect(match('docs://x', 'docs://x')).toEqual({});
    expect(match('docs://x', 'docs://x/')).toBeUndefined();
  });

  it.each(['x/y', 'x?y', 'x#y', 'x?', '/'])('never lets a path variable swallow %s', (rest) => {
    expect(match('a://{id}', `a://${rest}`)).toBeUndefined();
    expect(match('a:/{/id}', `a://${rest}`)).toBeUndefined();
  });

  it('lets {+x} span segments, and stop at the query', () => {
    expect(match('file:///{+path}', 'file:///a/b.txt')).toEqual({ path: 'a/b.txt' });
    expect(match('file:///{+path}', 'file:///a?b')).toBeUndefined();
    expect(match('file:///{+path}{?v}', 'file:///a/b?v=2')).toEqual({ path: 'a/b', v: '2' });
    expect(match('x://{a}/{+path}/edit/{b}', 'x://1/2/edit/3/edit/4')).toEqual({ a: '1', path: '2/edit/3', b: '4' });
  });

  it('gives lists for variables with a star', () => {
    expect(match('a://h{/p*}', 'a://h/x/y%2Fz/')).toEqual({ p: ['x', 'y/z', ''] });
    expect(match('a://h{/p*}', 'a://h')).toEqual({ p: [] });
    expect(match('a://h{/p*}', 'a://hx')).toBeUndefined();
    expect(match('a://{n}{.p*}', 'a://x.tar.gz')).toEqual({ n: 'x', p: ['tar', 'gz'] });
    expect(match('a://h{/p*}.json', 'a://h/a/b.json')).toEqual({ p: ['a', 'b'] });
    expect(match('a://{n}{/p*}', 'a://h/a/b')).toEqual({ n: 'h', p: ['a', 'b'] });
  });

  it('gives the left one of two variables more', () => {
    expect(match('a://{name}.{ext}', 'a://x.tar.gz')).toEqual({ name: 'x.tar', ext: 'gz' });
    expect(match('p-{id}', 'p-p-1')).toEqual({ id: 'p-1' });
    expect(match('a://{x,y}', 'a://1,2')).toEqual({ x: '1', y: '2' });
    expect(match('a://{x,y}', 'a://1,2,3')).toBeUndefined();
    expect(match('geo://{point}', 'geo://37.7,-122.4')).toEqual({ point: '37.7,-122.4' });
  });

  it('reads {;x} pairs in any order, each optional', () => {
    expect(match('a://m{;x,y}', 'a://m;y=2;x=1')).toEqual({ x: '1', y: '2' });
    expect(match('a://m{;x,y}', 'a://m;y')).toEqual({ y: '' });
    expect(match('a://m{;x,y}/z', 'a://m/z')).toEqual({});
    expect(match('a://m{;x}', 'a://m;z=1')).toBeUndefined();
    expect(match('a://m{;x}', 'a://m;x=1;x=2')).toBeUndefined();
    expect(match('a://{u}/m{;x*}/z', 'a://u/m;x=1;x=mm/z')).toEqual({ u: 'u', x: ['1', 'mm'] });
    expect(match('a://{u}{;x}', 'a://u;x=1')).toEqual({ u: 'u', x: '1' });
    expect(match('a://{+u}{;x}', 'a://u/v;x=1')).toEqual({ u: 'u/v', x: '1' });
  });

  it('reads a fragment', () => {
    expect(match('a://x{#part}', 'a://x#a/b?c')).toEqual({ part: 'a/b?c' });
    expect(match('a://x{?q}{#part}', 'a://x?q=1#p')).toEqual({ q: '1', part: 'p' });
    expect(match('a://x{?q}#{part}', 'a://x?q=1#p')).toEqual({ q: '1', part: 'p' });
    expect(match('a://x{?q}{#part}', 'a://x?q=1')).toBeUndefined();
  });

  it('does not match malformed percent sequences or too long URIs, and does not throw', () => {
    for (const bad of ['%', '%2', '%zz', '%ff', '%c3%28']) {
      expect(match('a://{x}', `a://${bad}`)).toBeUndefined();
      expect(match('a://{+x}', `a://${bad}`)).toBeUndefined();
      expect(match('a://x{?q}', `a://x?q=${bad}`)).toBeUndefined();
      expect(match('a://x{/q*}', `a://x/${bad}`)).toBeUndefined();
    }
    const text = 'x'.repeat(MAX_URI_LENGTH - 4);
    expect(match('a://{x}', `a://${text}`)).toEqual({ x: text });
    expect(match('a://{x}', `a://${text}x`)).toBeUndefined();
  });

  it('ends in reasonable time on input made to be slow', () => {
    const names = Array.from({ length: 200 }, (_, i) => `{v${i}}`).join('a');
    expect(match(`${names}b`, 'a'.repeat(MAX_URI_LENGTH))).toBeUndefined();
    expect(match(`${names}a{+r}ab`, 'a'.repeat(MAX_URI_LENGTH))).toBeUndefined();
  });
});

describe('matching the query', () => {
  const template = 'acme://p{?page,limit}';
  it.each<[string, Record<string, string>]>([
    ['acme://p', {}],
    ['acme://p?', {}],
    ['acme://p?limit=2&page=1', { page: '1', limit: '2' }],
    ['acme://p?page=a%20b', { page: 'a b' }],
    ['acme://p?page=1&zzz=9', { page: '1' }],
    ['acme://p?zzz=%zz', {}],
    ['acme://p?page=', { page: '' }],
    ['acme://p?page', { page: '' }],
    ['acme://p?page=1&page=2', { page: '1' }],
    ['acme://p?page=a+b', { page: 'a+b' }],
    ['acme://p?page=a/b?c=d', { page: 'a/b?c=d' }],
    ['acme://p?page=1#top', { page: '1' }],
    ['acme://p?toString=1', {}],
  ])('reads %s', (uri, found) => {
    expect(match(template, uri)).toEqual(found);
  });

  it('does not take another path', () => {
    expect(match(template, 'acme://pp?page=1')).toBeUndefined();
    expect(match(template, 'acme://p/?page=1')).toBeUndefined();
  });

  it('reads a query that is written out, in any order too', () => {
    expect(match('a://s?q={q}&max={n}', 'a://s?max=3&q=x%2Fy/z')).toEqual({ q: 'x/y/z', n: '3' });
    expect(match('a://s?q={q}', 'a://s')).toBeUndefined();
    expect(match('a://s?fixed=1{&x}', 'a://s?x=2&fixed=1')).toEqual({ x: '2' });
    expect(match('a://s?fixed=1{&x}', 'a://s?x=2')).toBeUndefined();
    expect(match('a://s{?x}&fixed=1', 'a://s?fixed=1')).toEqual({});
  });

  it('reads other queries in order', () => {
    expect(match('map?{x,y}', 'map?1,2')).toEqual({ x: '1', y: '2' });
    expect(match('map?{x}', 'map?a/b')).toEqual({ x: 'a/b' });
    expect(match('map?{x}', 'map?a&b')).toBeUndefined();
  });
});

describe('round trips', () => {
  const value = fc.string({ unit: 'binary', maxLength: 12 });
  const list = fc.array(value, { maxLength: 5 });
  const segment = value.filter((text) => !/[.\-,]/.test(text));

  it('gives back every value that was expanded', () => {
    const template = parseUriTemplate('a://{id}/x{/path*}/-{;m}{?q,r}{&s}');
    const optional = { requiredKeys: ['id', 'path'] as ['id', 'path'] };
    fc.assert(
      fc.property(fc.record({ id: value, path: list, m: value, q: value, r: value, s: value }, optional), (values) => {
        const { q, r, ...others } = values;
        const given = 'q' in values || 'r' in values ? values : { ...others, s: undefined };
        const expected = Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined));
        expect(matchUriTemplate(template, expandUriTemplate(template, given))).toEqual(expected);
      }),
    );
  });

  it('gives back labels, names and fragments', () => {
    const template = parseUriTemplate('a://{name}-{x,y}{.ext}{?q}{#part}');
    const reserved = value.map((text) => text.replaceAll('%', ''));
    fc.assert(
      fc.property(fc.record({ name: value, x: segment, y: segment, ext: segment, part: reserved }), (values) => {
        expect(matchUriTemplate(template, expandUriTemplate(template, values))).toEqual(values);
      }),
    );
  });

  it('never throws on any URI, and what it finds expands to an equal reading', () => {
    const template = parseUriTemplate('a:{x}/{+rest}/{y}{;m}{?q}');
    const uri = fc.string({
      unit: fc.constantFrom('a', '/', '?', '#', ';', 'm', '=', 'q', '%', '2', 'F', '&'),
      maxLength: 24,
    });
    fc.assert(
      fc.property(uri, (text) => {
        const found = matchUriTemplate(template, `a:${text}`);
        if (found !== undefined && !/[%]/.test(String(found.rest))) {
          expect(matchUriTemplate(template, expandUriTemplate(template, found))).toEqual(found);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
