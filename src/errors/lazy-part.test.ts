import { expect, test } from 'vitest';
import { LazyPart, McpError, partsLoading } from './index.js';

test('a part is loaded once, and what waits for it goes on in order', async () => {
  let loads = 0;
  const part = new LazyPart(async () => {
    loads++;
    return { name: 'part' };
  });
  const seen: string[] = [];
  expect(part.loaded).toBeUndefined();
  expect(partsLoading()).toBeUndefined();
  const first = part.use(({ name }) => seen.push(`first ${name}`));
  const second = part.load().then(() => seen.push('second'));
  const third = part.use(() => seen.push('third'));
  await partsLoading();
  await Promise.all([first, second, third]);
  expect(seen).toEqual(['first part', 'second', 'third']);
  expect(part.use(({ name }) => name)).toBe('part');
  expect(loads).toBe(1);
  expect(partsLoading()).toBeUndefined();
});

test('what comes when a part has just been loaded is behind what has waited for it', async () => {
  const part = new LazyPart(async () => 'part');
  const seen: string[] = [];
  const waiting = [part.use(() => seen.push('first')), part.use(() => seen.push('second'))];
  while (part.loaded === undefined) await null;
  waiting.push(part.use(() => seen.push('third')));
  await Promise.all(waiting);
  expect(seen).toEqual(['first', 'second', 'third']);
  expect(part.use((name) => name)).toBe('part');
});

test('a failure is an McpError, and the next attempt is made anew', async () => {
  const attempts = [() => Promise.reject(new Error('gone')), () => Promise.resolve('there')];
  const part = new LazyPart<string>(() => attempts.shift()?.() ?? Promise.reject(new Error('too often')));
  const failure: unknown = await Promise.resolve(part.load()).catch((error: unknown) => error);
  expect(McpError.is(failure) && failure.message).toContain('could not be loaded');
  expect(partsLoading()).toBeUndefined();
  expect(part.loaded).toBeUndefined();
  expect(await part.load()).toBe('there');
});
