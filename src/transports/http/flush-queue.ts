import { schedule } from '#schedule';
import { requestsAreIsolated } from '../../jsonrpc/index.js';

/** Something that holds text back until the end of the turn. */
export interface Flushable {
  /** Sends what is held back. Never throws. */
  flush(): void;
}

let waiting: Flushable[] = [];

/** Flushes `stream` at the end of this turn of the event loop, together with all others that ask for it. */
export function flushLater(stream: Flushable): void {
  if (requestsAreIsolated) {
    schedule(() => stream.flush());
    return;
  }
  waiting.push(stream);
  if (waiting.length === 1) schedule(flushAll);
}

function flushAll(): void {
  const streams = waiting;
  waiting = [];
  for (const stream of streams) stream.flush();
}
