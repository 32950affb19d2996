import { McpError } from '../errors/index.js';
import type { Icon, Implementation } from '../types/index.js';

/** Who a server is. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  /** How to use the server, for the model of a client. */
  readonly instructions?: string | undefined;
}

/** The `Implementation` that a server shows of itself. */
export function identityOf({ instructions: _instructions, ...info }: Partial<ServerInfo> = {}): Implementation {
  const identity: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(info)) if (value !== undefined) identity[field] = value;
  for (const field of ['name', 'version'] as const) {
    if (typeof identity[field] !== 'string' || identity[field] === '') {
      throw new McpError(
        'INVALID_OPTION',
        `A server needs a ${field}: a non-empty string; received ${typeof info[field]}`,
      );
    }
  }
  return identity as unknown as Implementation; // name and version have just been checked
}
