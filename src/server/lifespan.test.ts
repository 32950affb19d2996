import { expect, test, vi } from 'vitest';
import { LazyPart } from '../errors/index.js';
import { Lifespan } from './lifespan.js';

test('a lifespan has been entered when what was registered before and by it has been loaded', async () => {
  const before = new LazyPart(async () => 'before');
  const within = new LazyPart(async () => 'within');
  const lifespan: Lifespan = new Lifespan(() => {
    lifespan.needs(within);
    return 'value';
  });
  lifespan.needs(before);
  expect(lifespan.entered).toBe(false);
  await lifespan.enter();
  expect([lifespan.entered, lifespan.value, before.loaded, within.loaded]).toEqual([true, 'value', 'before', 'within']);
});

test('what is needed later is loaded at once, and waited for by whoever enters', async () => {
  const part = new LazyPart(async () => 'there');
  const lifespan = new Lifespan(undefined);
  expect(lifespan.entered).toBe(true);
  lifespan.needs(part);
  expect(lifespan.entered).toBe(false);
  await vi.waitFor(() => expect(lifespan.entered).toBe(true));
  expect(part.loaded).toBe('there');
});

test('a part that cannot be loaded fails whoever enters, and is tried again', async () => {
  let broken = true;
  const part = new LazyPart(async () => {
    if (broken) throw new Error('gone');
    return 'there';
  });
  const enter = vi.fn(() => 'value');
  const lifespan = new Lifespan(enter);
  lifespan.needs(part);
  await expect(lifespan.enter()).rejects.toThrow('could not be loaded');
  expect(enter).not.toHaveBeenCalled(); // what it opens nobody would close
  broken = false;
  await lifespan.enter();
  expect([lifespan.entered, lifespan.value]).toEqual([true, 'value']);
  expect(enter).toHaveBeenCalledTimes(1);
});

test('who enters while it is being left waits until the value has been disposed of, even where that fails', async () => {
  const seen: string[] = [];
  let dispose: () => void = () => {};
  const disposed = new Promise<void>((resolve) => {
    dispose = resolve;
  });
  const lifespan = new Lifespan(() => {
    seen.push('entered');
    return {
      async [Symbol.asyncDispose]() {
        await disposed;
        seen.push('disposed of');
        throw new Error('no');
      },
    };
  });
  await lifespan.enter();
  const left = lifespan.leave().catch((error: unknown) => error);
  await new Promise((resolve) => setImmediate(resolve));
  const entering = lifespan.enter();
  await new Promise((resolve) => setImmediate(resolve));
  dispose();
  await entering;
  expect(seen).toEqual(['entered', 'disposed of', 'entered']);
  expect([await left, lifespan.entered]).toEqual([new Error('no'), true]);
});

test('who leaves it while it is being entered may be what it waits for; what it gives is disposed of once it is there', async () => {
  const seen: string[] = [];
  const lifespan: Lifespan = new Lifespan(async () => {
    await lifespan.leave();
    seen.push('left');
    return { [Symbol.dispose]: () => seen.push('disposed of') };
  });
  await expect(lifespan.enter()).rejects.toThrow('closed meanwhile');
  await lifespan.left;
  expect([seen, lifespan.entered]).toEqual([['left', 'disposed of'], false]);
});

test('what is left twice while it is entered is entered anew only when the first value has been disposed of', async () => {
  const seen: string[] = [];
  let opened: () => void = () => {};
  const opening = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const lifespan = new Lifespan(async () => {
    await opening;
    seen.push('entered');
    return {
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push('disposed of');
      },
    };
  });
  const first = lifespan.enter().catch(() => {});
  await lifespan.leave();
  await lifespan.leave();
  opened();
  await first;
  await lifespan.enter();
  expect(seen).toEqual(['entered', 'disposed of', 'entered']);
});
