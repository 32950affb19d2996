import type { HttpTransportOptions } from '../eras/index.js';
import { isThenable } from '../exchange/index.js';

type Headers = HttpTransportOptions['headers'];

/** The user's headers, looked at before each request: `changed` is told when a function gives, or an object has, others than before. */
export function watchedHeaders(source: Headers, changed: () => void): Headers {
  if (source === undefined) return undefined;
  let last: string | undefined;
  const look = (given: Record<string, string>) => {
    const text = JSON.stringify(given);
    if (last !== undefined && last !== text) changed();
    last = text;
    return given;
  };
  return () => {
    const given = typeof source === 'function' ? source() : source;
    return isThenable(given) ? given.then(look) : look(given);
  };
}
