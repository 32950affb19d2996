/** Something that runs until the process is asked to end. */
export interface Stoppable {
  close(): Promise<void>;
}

/** How long everything together may take to close before the process ends all the same. */
const deadlineMs = 10_000;

const signals = ['SIGINT', 'SIGTERM'] as const;
const running = new Set<Stoppable>();
let stopping = false;

/**
 * Closes `serving` when the process gets SIGINT or SIGTERM, and ends the process afterwards, with status 0; a second signal
 * ends it at once. Where the program listens to the signal itself, ending the process is left to it.
 * Returns the function that takes it back.
 */
export function closeOnSignal(serving: Stoppable): () => void {
  if (running.size === 0) for (const signal of signals) process.on(signal, stop);
  running.add(serving);
  return () => {
    if (!running.delete(serving) || running.size > 0 || stopping) return;
    for (const signal of signals) process.off(signal, stop);
  };
}

function stop(signal: NodeJS.Signals): void {
  const leaveToOthers = process.listenerCount(signal) > 1;
  if (stopping) {
    if (!leaveToOthers) process.exit(1);
    return;
  }
  stopping = true;
  const closed = Promise.allSettled([...running].map((serving) => serving.close()));
  const deadline = new Promise((resolve) => setTimeout(resolve, deadlineMs).unref());
  Promise.race([closed, deadline]).then(() => {
    stopping = false;
    for (const name of signals) process.off(name, stop);
    if (!leaveToOthers) process.exit(0);
  });
}
