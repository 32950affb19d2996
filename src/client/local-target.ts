import type { EraTransports } from '../eras/index.js';
import { checkedNumber, checkedTimer, loadPart, McpError } from '../errors/index.js';
import { type ClientTransport, isConnectable } from '../exchange/index.js';
import { channelTransport, memoryTransport } from '../transports/index.js';
import type { StdioServerParameters } from '../transports/stdio/index.js';
import type { ClientTarget } from './target.js';

export { ClientShortcut } from './shortcut.js';

/** What `targetTransports` needs to know of the client's options. */
export interface TargetOptions {
  readonly maxMessageBytes: number;
  readonly serialise: boolean;
}

/** The ways to a target that is no URL: one connection for both eras, and where it can be had a fresh one. */
export async function targetTransports(
  target: Exclude<ClientTarget, string | URL>,
  options: TargetOptions,
): Promise<EraTransports> {
  if (isConnectable(target)) return renewable(() => memoryTransport(target, { serialise: options.serialise }));
  if (isObject(target)) {
    if ('command' in target) return programTransports(target, options);
    if ('request' in target && typeof target.request === 'function') return { modern: target };
    if ('send' in target && typeof target.send === 'function') return { modern: channelTransport(target) };
  }
  const takes = 'a server object, a URL, { command, args }, a message channel or a transport';
  throw new McpError('INVALID_OPTION', `Client.connect() takes ${takes}; received ${described(target)}.`);
}

async function programTransports(parameters: StdioServerParameters, options: TargetOptions): Promise<EraTransports> {
  const { stdioChannel } = await loadPart(import('#stdio-client')); // only who starts programs pays for what that takes
  const { maxMessageBytes } = options;
  if (parameters.maxMessageBytes !== undefined) checkedNumber('maxMessageBytes', parameters.maxMessageBytes, 1);
  if (parameters.closeTimeoutMs !== undefined) checkedTimer('closeTimeoutMs', parameters.closeTimeoutMs);
  return renewable(() => channelTransport(stdioChannel(Object.assign({ maxMessageBytes }, parameters))));
}

function renewable(open: () => ClientTransport): EraTransports {
  return { modern: open(), restart: open };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function described(value: unknown): string {
  if (!isObject(value)) return value === null ? 'null' : typeof value;
  return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'no fields'}`;
}
