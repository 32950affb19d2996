import { expect, test } from 'vitest';
import { all, type Finding, find, goOn } from './found.js';

const suspension = { [Symbol.for('parley-mcp.suspension')]: true };
const never: Finding<unknown> = new Promise(() => {});
const failing = () => {
  throw new Error('no');
};

test('work that takes no time is found out at once, and fails as a value', async () => {
  expect(find(() => 1)).toEqual({ value: 1 });
  expect(find(failing)).toEqual({ error: new Error('no') });
  expect(await find(async () => 1)).toEqual({ value: 1 });
  expect(await find(async () => failing())).toEqual({ error: new Error('no') });
});

test('a failure stays what it is', () => {
  expect(
    goOn(
      find(() => 1),
      (value) => value + 1,
    ),
  ).toEqual({ value: 2 });
  expect(goOn(find(failing), () => 1)).toEqual({ error: new Error('no') });
  expect(
    goOn(
      find(() => 1),
      failing,
    ),
  ).toEqual({ error: new Error('no') });
});

test('all values come in order, at once where none is waited for', async () => {
  expect(all([{ value: 1 }, { value: 2 }])).toEqual({ value: [1, 2] });
  expect(await all([Promise.resolve({ value: 1 }), { value: 2 }])).toEqual({ value: [1, 2] });
});

test('a failure counts at once, before any suspension', async () => {
  const failure = { error: new Error('no') };
  expect(all([never, { error: suspension }, failure])).toEqual(failure);
  expect(await all([never, { error: suspension }, Promise.resolve(failure)])).toEqual(failure);
});

test('a suspension waits for the rest, and counts unless that fails', async () => {
  const asks = { error: suspension };
  expect(all([{ value: 1 }, asks])).toEqual(asks);
  expect(await all([asks, Promise.resolve({ value: 1 })])).toEqual(asks);
  expect(await all([asks, Promise.resolve({ error: new Error('no') })])).toEqual({ error: new Error('no') });
});
