import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('where requests may not touch each other', () => {
  it('has each stream a timer and a flush of its own', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    vi.resetModules();
    const { HttpEventStream } = await import('./event-stream.js');
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const writes: string[] = [];
    const open = () =>
      new HttpEventStream({
        closed: false,
        begin: () => void writes.push('head'),
        write: (chunk) => writes.push(String(chunk)) > 0,
        push: () => undefined,
        drained: () => Promise.resolve(),
        end: () => {},
        abort: () => {},
      });
    const [first, second] = [open(), open()];
    expect(vi.getTimerCount()).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(writes).toEqual(['head', 'head']);
    first.end();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(15_000);
    expect(writes.slice(2)).toEqual([':\n\n']);
    second.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
