import { expect, test } from 'vitest';
import { attempt, when } from './when.js';

const named = (error: unknown) => new Error(`named: ${error instanceof Error ? error.message : String(error)}`);
const failing = () => {
  throw new Error('no');
};

test('what is there is gone on with at once, and what comes when it comes', async () => {
  expect(when(2, (value) => value + 1)).toBe(3);
  const later = when(Promise.resolve(2), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(3);
});

test('promises of others count', async () => {
  class Foreign {
    // biome-ignore lint/suspicious/noThenProperty: it has to be taken for a promise
    then(resolve: (value: number) => void): void {
      resolve(2);
    }
  }
  const foreign: unknown = new Foreign();
  expect(await when(foreign as Promise<number>, (value) => value + 1)).toBe(3);
});

test('a failure is named, at once or later', async () => {
  expect(attempt(() => 1, named)).toBe(1);
  expect(await attempt(async () => 1, named)).toBe(1);
  expect(() => attempt(failing, named)).toThrow('named: no');
  await expect(attempt(async () => failing(), named)).rejects.toThrow('named: no');
});
