import { ConnectionError } from '../errors/index.js';
import { deadlines } from '../jsonrpc/index.js';
import { cancelledBy, checkSpans } from './call.js';
import type { SendOptions } from './call-options.js';
import type { ClientEvents, Emitter } from './events.js';

/**
 * Asks for the user's headers on behalf of a call that needs no request. Gives whether they could be had. Rejects as the call would
 * when its time is over or its signal aborts.
 *
 * @param usual milliseconds that a call may take which says nothing itself
 */
export function headersFor(
  method: string,
  headers: () => unknown,
  options: SendOptions,
  usual: number,
  events: Emitter<ClientEvents>,
): Promise<boolean> {
  const { signal, maxTotalTimeout = Number.POSITIVE_INFINITY } = options;
  const milliseconds = Math.min(checkSpans(options, usual), maxTotalTimeout);
  let cleanUp = () => {};
  const waiting = new Promise<boolean>((resolve, reject) => {
    const expired = () => {
      const sentence = `"${method}" was given up: the headers option gave nothing within ${milliseconds} ms.`;
      reject(new ConnectionError('REQUEST_TIMEOUT', sentence, { mayHaveRun: false }));
    };
    const aborted = () => reject(cancelledBy(method, signal, false));
    const limit = deadlines.add(milliseconds, expired);
    signal?.addEventListener('abort', aborted);
    const forget = events.on('close', () => resolve(false));
    cleanUp = () => {
      limit.cancel();
      signal?.removeEventListener('abort', aborted);
      forget();
    };
    Promise.resolve()
      .then(headers)
      .then(
        () => resolve(true),
        () => resolve(false), // the request that is sent then says so
      );
  });
  return waiting.finally(() => cleanUp());
}
