import type { EraTransports } from '../eras/index.js';
import { McpError } from '../errors/index.js';
import { type ClientTransport, type Connectable, isConnectable, type MessageChannel } from '../exchange/index.js';
import { channelTransport, memoryTransport } from '../transports/index.js';
import type { StdioServerParameters } from '../transports/stdio/index.js';

/**
 * What a client can connect to: a server object in this process; a URL; a program that speaks over its standard input and
 * output; a message channel; or a transport.
 */
export type ClientTarget = Connectable | URL | string | StdioServerParameters | MessageChannel | ClientTransport;

/** What `targetTransports` needs to know of the client's options. */
export interface TargetOptions {
  readonly maxMessageBytes: number;
  readonly serialise: boolean;
}

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

/** The ways to a target that is no URL: one connection for both eras, and where it can be had a fresh one. */
export async function targetTransports(
  target: Exclude<ClientTarget, string | URL>,
  options: TargetOptions,
): Promise<EraTransports> {
  if (isConnectable(target)) return renewable(() => memoryTransport(target, { serialise: options.serialise }));
  if (isObject(target)) {
    if ('command' in target) return programTransports(target, options);
    if ('request' in target && typeof target.request === 'function') return { modern: target, legacy: target };
    if ('send' in target && typeof target.send === 'function') {
      const transport = channelTransport(target);
      return { modern: transport, legacy: transport };
    }
  }
  const takes = 'a server object, a URL, { command, args }, a message channel or a transport';
  throw new McpError('INVALID_OPTION', `Client.connect() takes ${takes}; received ${described(target)}.`);
}

async function programTransports(parameters: StdioServerParameters, options: TargetOptions): Promise<EraTransports> {
  const { stdioChannel } = await import('#stdio-client'); // only who starts programs pays for what that takes
  const { maxMessageBytes } = options;
  return renewable(() => channelTransport(stdioChannel(Object.assign({ maxMessageBytes }, parameters))));
}

function renewable(open: () => ClientTransport): EraTransports {
  const transport = open();
  return { modern: transport, legacy: transport, restart: open };
}

function parsedUrl(target: string | URL): URL | undefined {
  try {
    return new URL(target);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function described(value: unknown): string {
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'no fields'}`;
}
