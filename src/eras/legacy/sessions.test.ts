import { afterEach, expect, test, vi } from 'vitest';
import type { HttpSession } from './session.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A session that nobody has used since `idleSince`. */
function idle(id: string, idleSince: number): HttpSession {
  return { id, idleSince, busy: false, close() {} } as unknown as HttpSession; // as much of one as is looked at
}

test('where timers end with their request, idle sessions end when another one is opened', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  vi.resetModules();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { HttpSessions } = await import('./sessions.js');
  const ended: string[] = [];
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const sessions = new HttpSessions(400, 10, (session) => ended.push(session.id));
    timers.mockClear();
    sessions.add(idle('a', 1_000));
    expect(timers).not.toHaveBeenCalled();
    clock.mockReturnValue(1_350);
    sessions.add(idle('b', 1_350));
    expect(ended).toEqual([]);
    clock.mockReturnValue(1_500);
    sessions.add(idle('c', 1_500));
    expect(ended).toEqual(['a']);
    expect(sessions.size).toBe(2);
  } finally {
    clock.mockRestore();
    timers.mockRestore();
  }
});
