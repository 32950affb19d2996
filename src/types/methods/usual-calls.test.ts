import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import type { MethodDefinition } from '../method.js';
import { definitionOf, servedMethods } from './served.js';
import { isUsualRequest, isUsualResult } from './usual-calls.js';

const some = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, {}, 'text', 1.5, Number.NaN, true, Symbol('s'), 1n, new Array(1)),
);
const meta = fc.oneof(fc.object(), fc.record({ progressToken: fc.oneof(fc.string(), fc.integer(), some) }), some);
const params = fc.record({
  name: fc.oneof(fc.string(), some),
  uri: fc.oneof(fc.string(), some),
  cursor: fc.oneof(fc.string(), some),
  arguments: fc.oneof(fc.object(), fc.dictionary(fc.string(), fc.string()), some),
  _meta: meta,
  inputResponses: some,
  requestState: some,
  task: some,
  more: some,
});
const block = fc.record({
  type: fc.constantFrom('text', 'image', 7),
  text: fc.oneof(fc.string(), some),
  _meta: some,
  annotations: some,
});
const tool = fc.record({
  name: fc.oneof(fc.string(), some),
  title: fc.oneof(fc.string(), some),
  description: fc.oneof(fc.string(), some),
  inputSchema: fc.oneof(fc.record({ type: fc.constantFrom('object', 'array', undefined) }), some),
  outputSchema: fc.oneof(fc.object(), some),
  annotations: some,
  icons: some,
  execution: some,
  _meta: some,
});
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary }, some);
const result = fc.oneof(
  fc.record({
    content: fc.oneof(fc.array(sometimes(block), { maxLength: 2 }), some),
    structuredContent: some,
    isError: some,
    resultType: some,
    _meta: some,
  }),
  fc.record({ tools: fc.oneof(fc.array(sometimes(tool), { maxLength: 3 }), some), nextCursor: some, ttlMs: some }),
);

/** Some of the members of an object, and of the objects in it, are missing rather than undefined. */
function thinned(arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(arbitrary, fc.boolean())
    .map(([value, thin]) => (thin ? (withoutAbsent(value) as JsonObject) : value));
}
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 && !(0 in value) ? value : value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(present.map(([key, member]) => [key, withoutAbsent(member)]));
}

const methods: readonly MethodDefinition[] = servedMethods;
const named = (name: string): MethodDefinition => definitionOf(name) as MethodDefinition; // each is tested

describe('what is plainly in order', () => {
  it('is, of params, what the guard of the method lets pass', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), thinned(params), (method, value) => {
        if (isUsualRequest(method, value)) expect(method.params(value, 'params')).toBeUndefined();
      }),
      { numRuns: 20_000 },
    );
  });

  it('is, of results, what the guard of the method lets pass', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods), thinned(result), (method, value) => {
        if (isUsualResult(method, value)) expect(method.result?.(value, 'result')).toBeUndefined();
      }),
      { numRuns: 20_000 },
    );
  });

  const envelope = { _meta: { 'example/key': {}, progressToken: 7 } };
  it.each<[string, JsonObject]>([
    ['tools/call', { ...envelope, name: 'add', arguments: { a: 1 } }],
    ['tools/call', { name: 'add' }],
    ['tools/list', { ...envelope, cursor: 'next' }],
    ['prompts/get', { ...envelope, name: 'greet', arguments: { name: 'Ada' } }],
    ['resources/read', { ...envelope, uri: 'file:///a' }],
    ['server/discover', { ...envelope }],
  ])('are the params of %s as clients send them: %j', (method, value) => {
    expect(isUsualRequest(named(method), value)).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['tools/call', { content: [{ type: 'text', text: '5' }], structuredContent: 5 }],
    ['tools/list', { tools: [{ name: 'add', title: 'Add', description: 'Adds.', inputSchema: { type: 'object' } }] }],
    ['tools/list', { tools: [] }],
  ])('are the results of %s as servers give them: %j', (method, value) => {
    expect(isUsualResult(named(method), value)).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['tools/call', { name: 'add', arguments: {}, requestState: 'sealed' }],
    ['tools/call', { name: 'add', arguments: null }],
    ['prompts/get', { name: 'greet', arguments: { age: 36 } }],
    ['resources/read', { uri: 7 }],
    ['completion/complete', { ref: {}, argument: {} }],
    ['logging/setLevel', { level: 'info' }],
  ])('are not the params of %s that a guard has to look at: %j', (method, value) => {
    expect(isUsualRequest(named(method), value)).toBe(false);
  });
});
