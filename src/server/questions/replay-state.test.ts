import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../types/index.js';
import { firstState } from './call-state.js';
import { type OpenQuestion, readState, replayRecord, writeState } from './replay-state.js';

const question = (key: string, change: Partial<OpenQuestion> = {}): OpenQuestion => ({
  key,
  method: 'elicitation/create',
  params: { message: key },
  identity: key,
  occurrence: 0,
  title: key,
  elicitationId: undefined,
  owner: undefined,
  ...change,
});
/** What is sealed between two rounds. */
const recorded = (...given: Parameters<typeof writeState>): JsonObject =>
  JSON.parse(replayRecord(writeState(...given)) ?? 'none');
const accepted = { action: 'accept', content: { ok: true } };

test('what a call remembers comes back, with the answers to what was open', () => {
  const steps = fc.dictionary(fc.string(), fc.option(fc.json(), { nil: undefined }));
  fc.assert(
    fc.property(steps, fc.uniqueArray(fc.string(), { maxLength: 5 }), (results, keys) => {
      const state = firstState(undefined);
      for (const [name, result] of Object.entries(results)) state.steps.set(name, result);
      state.answers.set('old', [undefined, { response: accepted, elicitationId: 'e' }]);
      const text = recorded(
        'tool',
        state,
        keys.map((key) => question(`k-${key}`)),
      );
      const responses = Object.fromEntries(keys.map((key) => [`k-${key}`, accepted]));
      const read = readState(text, responses);
      expect(read.callId).toBe(state.callId);
      expect([...read.steps]).toEqual([...state.steps]);
      expect(read.answers.get('old')?.[1]).toEqual({ response: accepted, elicitationId: 'e' });
      for (const key of keys) expect(read.answers.get(`k-${key}`)?.[0]?.response).toEqual(accepted);
    }),
  );
});

test('answers to keys that were not asked are ignored, and a question without one stays open', () => {
  const text = recorded('tool', firstState(undefined), [question('a')]);
  for (const responses of [undefined, {}, { b: accepted }, JSON.parse('{"__proto__":{"a":1}}')]) {
    expect(readState(text, responses).answers.size).toBe(0);
  }
});

test.each([
  ['elicitation/create', { action: 'maybe' }],
  ['elicitation/create', 7],
  ['sampling/createMessage', accepted],
  ['roots/list', accepted],
])('an answer to %s that is none is refused by its key: %j', (method, response) => {
  const text = recorded('tool', firstState(undefined), [question('a', { method })]);
  expect(() => readState(text, { a: response })).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMS', message: expect.stringContaining('params.inputResponses.a') }),
  );
});

test('the id of a page travels in the state', () => {
  const text = recorded('tool', firstState(undefined), [question('a', { elicitationId: 'order-7' })]);
  expect(readState(text, { a: { action: 'accept' } }).answers.get('a')?.[0]?.elicitationId).toBe('order-7');
});

test('a state that is too large says how large, and what to do', () => {
  const state = firstState(undefined);
  for (let part = 0; part < 5; part++) state.steps.set(`part ${part}`, JSON.stringify('é'.repeat(8_000)));
  expect(() => writeState("tool 't'", state, [])).toThrow(
    /^The steps, questions and answers of tool 't' take \d+ bytes; at most 65536 are kept between rounds\./,
  );
});

test('no text of a handler is taken for a record', () => {
  const text = writeState('tool', firstState(undefined), []);
  const record = replayRecord(text) ?? '';
  expect(JSON.parse(record)).toMatchObject({ r: 0 });
  for (const other of ['', record, `parley-replay:${record}`, `parley-replay:${crypto.randomUUID()}:${record}`])
    expect(replayRecord(other)).toBeUndefined();
});
