import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadlines } from './deadlines.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('deadlines', () => {
  it('expire in the order in which they were set, those that were cancelled not at all', () => {
    const deadlines = new Deadlines();
    const expired: string[] = [];
    deadlines.add(20, () => expired.push('a'));
    deadlines.add(20, () => expired.push('b')).cancel();
    deadlines.add(10, () => expired.push('c'));
    vi.advanceTimersByTime(25);
    expect(expired).toEqual(['c', 'a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('begin anew when they are restarted', () => {
    const expired = vi.fn();
    const deadline = new Deadlines().add(20, expired);
    vi.advanceTimersByTime(15);
    deadline.restart();
    vi.advanceTimersByTime(15);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('keep to one timer for each duration when one that expires sets the next', () => {
    const deadlines = new Deadlines();
    let rounds = 0;
    const again = (): void => {
      rounds++;
      deadlines.add(10, again);
    };
    deadlines.add(10, again);
    for (let round = 0; round < 20; round++) {
      vi.advanceTimersByTime(11);
      expect(vi.getTimerCount()).toBe(1);
    }
    expect(rounds).toBeGreaterThan(10);
  });

  it('go on after one whose function throws', () => {
    const deadlines = new Deadlines();
    const expired = vi.fn();
    deadlines.add(10, () => {
      throw new Error('broken');
    });
    deadlines.add(10, expired);
    expect(() => vi.advanceTimersByTime(12)).toThrow('broken');
    vi.advanceTimersByTime(5);
    expect(expired).toHaveBeenCalledOnce();
  });

  it('have a timer each where a timer ends with the request that set it', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    vi.resetModules();
    const { Deadlines: Isolated } = await import('./deadlines.js');
    const deadlines = new Isolated();
    const expired = vi.fn();
    const cancelled = vi.fn();
    deadlines.add(10, expired);
    const second = deadlines.add(10, cancelled);
    second.restart();
    expect(vi.getTimerCount()).toBe(2);
    second.cancel();
    vi.advanceTimersByTime(10);
    expect(expired).toHaveBeenCalledOnce();
    expect(cancelled).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
