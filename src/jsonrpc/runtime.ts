/**
 * Whether every request has its own timers and streams, which no other request may touch, as on Cloudflare Workers.
 * There nothing may be shared between requests: each one schedules for itself.
 */
export const requestsAreIsolated = isWorkerd();

function isWorkerd(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }; // not every runtime has one
  return navigator?.userAgent === 'Cloudflare-Workers';
}

/** Lets the process end although the timer is pending, where the platform has that. */
export function unreference(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
