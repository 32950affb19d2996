import { describe, expect, it } from 'vitest';
import { LazyPart } from './lazy-part.js';

describe('a part that is not there yet, as in a bundle of one file whose top still runs', () => {
  it('is told as an error, and is asked for again by the next', async () => {
    const found: ({ work: () => string } | undefined)[] = [undefined, { work: () => 'done' }];
    const part = new LazyPart(() => Promise.resolve(found.shift() as { work: () => string })); // as bundlers hand it over
    await expect(part.use((loaded) => loaded.work())).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('may await nothing at its top level'),
    });
    expect(await part.use((loaded) => loaded.work())).toBe('done');
    expect(part.use((loaded) => loaded.work())).toBe('done');
  });
});
