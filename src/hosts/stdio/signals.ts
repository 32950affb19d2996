const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Calls `close` at the first SIGINT or SIGTERM and ends the process at once at the second, with code 130 or 143.
 *
 * @returns a function that stops listening
 */
export function onSignals(close: () => void): () => void {
  let seen = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (seen && (signal === 'SIGINT' || signal === 'SIGTERM')) process.exit(exitCodes[signal]);
    seen = true;
    close();
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  return () => {
    process.off('SIGINT', listener);
    process.off('SIGTERM', listener);
  };
}
