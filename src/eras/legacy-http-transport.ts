import { loadPart } from '../errors/index.js';
import type { ClientTransport } from '../exchange/index.js';
import type { HttpTransportOptions } from './http-client-options.js';

/** Makes the transport for Streamable HTTP with a handshake, whose code is loaded with the first one. */
export async function legacyHttpTransport(options: HttpTransportOptions): Promise<ClientTransport> {
  const part = await loadPart(import('./legacy/client.js'));
  return part.legacyHttpTransport(options);
}
