/** This process's memory in MiB, after a collection where Node was started with --expose-gc. */
export function heapSample() {
  globalThis.gc?.();
  globalThis.gc?.();
  return inMib(process.memoryUsage());
}

export function inMib({ rss, heapUsed, external }) {
  const mib = (bytes) => +(bytes / 1048576).toFixed(3);
  return { rssMb: mib(rss), heapMb: mib(heapUsed), externalMb: mib(external) };
}
