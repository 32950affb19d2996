import {
  defaultReconnection,
  type EraTransports,
  type HttpTransportOptions,
  legacyHttpTransport,
  modernHttpTransport,
} from '../eras/index.js';
import { traitsOf } from '../types/index.js';
import type { ClientOptions } from './client-options.js';
import { checkedReconnection } from './reconnection.js';
import type { ToolBook } from './tool-book.js';

/** The ways to a server behind a URL: each era has its own. */
export function httpTransports(
  url: URL,
  options: ClientOptions,
  maxMessageBytes: number,
  book: ToolBook,
): EraTransports {
  const shared = httpOptions(url, options, maxMessageBytes, book);
  return { modern: modernHttpTransport(shared), legacy: () => legacyHttpTransport(shared) };
}

function httpOptions(url: URL, options: ClientOptions, maxMessageBytes: number, book: ToolBook): HttpTransportOptions {
  return {
    url,
    fetch: options.fetch,
    headers: options.headers,
    maxMessageBytes,
    headerParams: (tool) => book.headerParams(tool),
    nameParam: (method) => traitsOf(method)?.nameParam,
    reconnection: checkedReconnection('reconnection', defaultReconnection, options.reconnection),
    terminateSession: options.terminateSession ?? true,
  };
}
