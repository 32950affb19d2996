/** For promises that nobody will wait for any more: their failures must not become unhandled rejections. */
export function ignoreFailures(promises: readonly unknown[]): void {
  for (const promise of promises) if (promise instanceof Promise) promise.catch(() => undefined);
}
