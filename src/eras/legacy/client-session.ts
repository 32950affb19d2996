import type { ProtocolVersion } from '../../types/index.js';
import { batchRevision } from './revision.js';
import { isAtLeast, isLegacyVersion } from './version.js';

/** The response header that names a session. */
export const sessionHeader = 'mcp-session-id';

/** What a client remembers of its handshake over HTTP. */
export class ClientSession {
  /** As the server gave it; sent back byte for byte. */
  id: string | undefined;
  version: ProtocolVersion | undefined;

  /** Takes what a successful `initialize` brought. */
  begin(id: string | undefined, version: unknown): void {
    this.id = id;
    this.version = isLegacyVersion(version) ? version : undefined;
  }

  /** Whether several messages may come as one array. */
  get batches(): boolean {
    return this.version === batchRevision.version;
  }

  /** Adds the headers that every request after `initialize` carries. */
  addTo(headers: string[]): string[] {
    if (this.id !== undefined) headers.push('Mcp-Session-Id', this.id);
    if (this.version !== undefined && isAtLeast(this.version, '2025-06-18'))
      headers.push('MCP-Protocol-Version', this.version);
    return headers;
  }
}
