import { McpError } from '../errors/index.js';
import type { ClientTransport, Connectable, MessageChannel } from '../exchange/index.js';
import type { StdioServerParameters } from '../transports/stdio/index.js';

/**
 * What a client can connect to: a server object in this process; a URL; a program that speaks over its standard input and
 * output; a message channel; or a transport.
 */
export type ClientTarget = Connectable | URL | string | StdioServerParameters | MessageChannel | ClientTransport;

/** The address of a server. Throws `INVALID_OPTION` when it is none that HTTP could reach. */
export function checkedUrl(target: string | URL): URL {
  const url = parsedUrl(target);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const hint = 'To start a program, give { command, args }';
  throw new McpError(
    'INVALID_OPTION',
    `A server's address begins with http:// or https://; received ${JSON.stringify(String(target).slice(0, 200))}. ${hint}.`,
  );
}

function parsedUrl(target: string | URL): URL | undefined {
  try {
    return new URL(target);
  } catch {
    return undefined;
  }
}
