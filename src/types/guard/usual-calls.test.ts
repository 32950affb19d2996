import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import { callTool } from '../methods/tools.js';
import { callToolParams, callToolResult } from './tools.js';
import { isOneText, isUsualCall } from './usual-calls.js';

const some = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, {}, { progressToken: 1 }, { progressToken: {} }, 'text', 1.5, true, Symbol('s'), 1n),
);
const params = fc.record({
  name: fc.oneof(fc.string(), some),
  arguments: fc.oneof(fc.object(), some),
  _meta: fc.oneof(fc.object(), some),
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
const result = fc.record({
  content: fc.oneof(fc.array(fc.oneof(block, some), { maxLength: 2 }), some),
  structuredContent: some,
  isError: some,
  resultType: some,
  _meta: some,
});
/** Some of the members of an object are missing rather than undefined. */
const thinned = (arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(arbitrary, fc.boolean())
    .map(([value, thin]) =>
      thin ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) : value,
    );
const anyResult = callToolResult('made');

describe('what is told by a few looks', () => {
  it('is what the guard of params lets pass', () => {
    expect(isUsualCall({ name: 'add', arguments: { a: 1 }, _meta: { key: 1 } })).toBe(true);
    fc.assert(
      fc.property(thinned(params), (value) => {
        if (isUsualCall(value)) expect(callToolParams(value, 'params')).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  it('is what the guard of results lets pass', () => {
    expect(isOneText({ content: [{ type: 'text', text: '5' }] })).toBe(true);
    fc.assert(
      fc.property(thinned(result), (value) => {
        if (isOneText(value)) expect(anyResult(value, 'result')).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  it('gives calls of tools the verdicts of their guards', () => {
    fc.assert(
      fc.property(fc.oneof(thinned(params), some), (value) => {
        expect(callTool.params(value, 'params')).toBe(callToolParams(value, 'params'));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.oneof(thinned(result), some), (value) => {
        expect(callTool.result(value, 'result')).toBe(anyResult(value, 'result'));
      }),
      { numRuns: 2000 },
    );
  });
});
