import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import type { MethodDefinition } from '../method.js';
import { definitionOf, servedMethods } from './served.js';
import { isUsualRequest, isUsualResult } from './usual-calls.js';

/** What may stand in any place, right there or wrong. */
const some = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    {},
    [],
    '',
    'text',
    0,
    1.5,
    Number.NaN,
    true,
    Symbol('s'),
    1n,
    new Array(1),
  ),
  fc.constantFrom<unknown>({ type: 'object' }, { progressToken: 1.5 }, { progressToken: {} }, { audience: ['user'] }),
  fc.jsonValue(),
);

/** Values that are in order but for one or two places at most, of these or of others. */
function nearly(usual: JsonObject, others: readonly string[]): fc.Arbitrary<JsonObject> {
  const names = [...Object.keys(usual), ...others];
  const change = fc.tuple(fc.constantFrom(...names), some);
  return fc.array(change, { maxLength: 2 }).map((changes) => ({ ...usual, ...Object.fromEntries(changes) }));
}

const meta = nearly({ progressToken: 7 }, ['example/key']);
const envelope = ['_meta', 'inputResponses', 'requestState', 'task', 'cursor', 'more'];
const requests: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  'tools/call': nearly({ name: 'add', arguments: {} }, envelope),
  'prompts/get': nearly({ name: 'greet', arguments: { name: 'Ada' } }, envelope),
  'resources/read': nearly({ uri: 'a:b' }, ['arguments', ...envelope]),
};
const block = nearly({ type: 'text', text: 'five' }, ['_meta', 'annotations']);
const toolFields = ['title', 'description', 'outputSchema', 'annotations', 'icons', 'execution', '_meta'];
const tool = nearly({ name: 'add', inputSchema: { type: 'object' } }, toolFields);
const resultFields = ['structuredContent', 'isError', 'resultType', '_meta', 'ttlMs', 'cacheScope', 'nextCursor'];
const results: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  'tools/call': block.chain((one) => nearly({ content: [one] }, resultFields)),
  'tools/list': fc.array(tool, { maxLength: 2 }).chain((tools) => nearly({ tools }, resultFields)),
};

const methods: readonly MethodDefinition[] = servedMethods;
const named = (name: string): MethodDefinition => definitionOf(name) as MethodDefinition; // each is tested

describe('what is plainly in order', () => {
  it.each(methods.map((method) => [method.name, method] as const))(
    'is, of params of %s, what its guard lets pass',
    (name, method) => {
      let usual = 0;
      const params = requests[name] ?? nearly({}, ['name', 'uri', ...envelope]);
      fc.assert(
        fc.property(params, meta, fc.boolean(), (value, _meta, withMeta) => {
          const given = withMeta ? { ...value, _meta } : value;
          if (!isUsualRequest(method, given)) return;
          usual++;
          expect(method.params(given, 'params')).toBeUndefined();
        }),
        { numRuns: 2000 },
      );
      const isKnown = method.nameParam !== undefined || method.cacheable === true;
      expect(usual > 300).toBe(isKnown);
    },
  );

  it.each(methods.map((method) => [method.name, method] as const))(
    'is, of results of %s, what its guard lets pass',
    (name, method) => {
      let usual = 0;
      fc.assert(
        fc.property(results[name] ?? nearly({}, ['tools', 'content', ...resultFields]), (value) => {
          if (!isUsualResult(method, value)) return;
          usual++;
          expect(method.result?.(value, 'result')).toBeUndefined();
        }),
        { numRuns: 3000 },
      );
      expect(usual > 300).toBe(results[name] !== undefined);
    },
  );

  const first = { _meta: { 'example/key': {}, progressToken: 7 } };
  it.each<[string, JsonObject]>([
    ['tools/call', { ...first, name: 'add', arguments: { a: 1 } }],
    ['tools/call', { name: 'add' }],
    ['tools/list', { ...first, cursor: 'next' }],
    ['prompts/get', { ...first, name: 'greet', arguments: { name: 'Ada' } }],
    ['resources/read', { ...first, uri: 'file:///a' }],
    ['server/discover', { ...first }],
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
