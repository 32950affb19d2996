import type { HttpTransportOptions } from '../eras/index.js';
import { isThenable } from '../exchange/index.js';

type Headers = HttpTransportOptions['headers'];

/** The user's headers. Where they are asked for before each request, `changed` is told when they are not what they were. */
export function watchedHeaders(source: Headers, changed: () => void): Headers {
  if (typeof source !== 'function') return source;
  let last: string | undefined;
  const look = (given: Record<string, string>) => {
    const text = JSON.stringify(given);
    if (last !== undefined && last !== text) changed();
    last = text;
    return given;
  };
  return () => {
    const given = source();
    return isThenable(given) ? given.then(look) : look(given);
  };
}
