import type { ServerResponse } from 'node:http';

/** Whether a response can take no more: it was ended, or its connection is gone. */
export function isClosed(response: ServerResponse): boolean {
  // The responses of http2 do not say themselves that they are destroyed; their streams do.
  return response.writableEnded || (response.destroyed ?? isStreamGone(response));
}

function isStreamGone(response: object): boolean {
  const stream: unknown = 'stream' in response ? response.stream : undefined;
  return typeof stream === 'object' && stream !== null && 'destroyed' in stream && stream.destroyed === true;
}
