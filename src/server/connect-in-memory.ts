import { loadPart } from '../errors/index.js';
import type { MemoryClient, MemoryServer } from '../exchange/index.js';
import type { Served } from './served.js';

/** Serves a client in the same process. What that takes is loaded with the first one. */
export async function connectInMemory(served: Served, client: MemoryClient): Promise<MemoryServer> {
  const { serveInMemory } = await loadPart(import('./in-memory.js'));
  return serveInMemory(served, client);
}
