import type { ServerResponse } from 'node:http';
import { eventStreamHeaders, type HeaderList, HttpEventStream } from '../../transports/http/index.js';
import { NodeSink } from './node-sink.js';

/** Begins an answer that stays open, with these headers besides; without any where another answer has begun. */
export function openNodeStream(
  response: ServerResponse,
  headers: HeaderList | undefined,
  keepAliveMs: number | undefined,
): HttpEventStream {
  if (headers !== undefined) {
    const sent: Record<string, string> = {};
    const all = eventStreamHeaders.concat(headers);
    for (let i = 0; i + 1 < all.length; i += 2) sent[all[i] ?? ''] = all[i + 1] ?? '';
    response.writeHead(200, sent); // which keeps no copy of them, as setHeader does for as long as a stream is open
  }
  return new HttpEventStream(new NodeSink(response), keepAliveMs);
}
