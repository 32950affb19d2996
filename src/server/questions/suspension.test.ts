import { expect, test } from 'vitest';
import { Suspension, suspended } from './suspend.js';
import { isSuspension } from './suspension.js';

const suspension = new Suspension();

test('says what to do with it, because it shows in catch blocks', () => {
  expect(suspension).toMatchObject({
    name: 'Suspension',
    message: 'This handler is waiting for an answer; let this error pass.',
  });
});

test.each([
  ['itself', suspension],
  ['as the cause of another error', new Error('no', { cause: new Error('no', { cause: suspension }) })],
  ['among the errors of Promise.any', new AggregateError([new Error('no'), suspension])],
  [
    'as what a using block suppressed',
    Object.assign(new Error('no'), { error: new Error('x'), suppressed: suspension }),
  ],
  ['as what came on top of a suppressed one', Object.assign(new Error('no'), { error: suspension, suppressed: 1 })],
])('is found %s', (_, error) => {
  expect(isSuspension(error)).toBe(true);
});

test.each([undefined, null, 'Suspension', new Error('no'), { cause: {} }, new AggregateError([new Error('no')])])(
  'is not found in %s',
  (error) => {
    expect(isSuspension(error)).toBe(false);
  },
);

test('an error that is its own cause ends the search', () => {
  const error = new Error('round');
  error.cause = error;
  expect(isSuspension(error)).toBe(false);
});

test('nobody has to hear of a question that was asked early', async () => {
  const promise = suspended();
  await new Promise<void>((resolve) => setImmediate(resolve));
  await expect(promise).rejects.toBeInstanceOf(Suspension);
});
