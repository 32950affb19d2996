import { ModernShortcut, StreamServer } from '../eras/index.js';
import { type MemoryClient, MemoryOutlet, type MemoryServer } from '../exchange/index.js';
import { coreOf, type Served } from './served.js';

/** Enters the server's lifespan and begins to serve a client in the same process. Rejects when the lifespan cannot be entered. */
export async function serveInMemory(served: Served, client: MemoryClient): Promise<MemoryServer> {
  const target = coreOf(served);
  await target.lifespan.enter();
  const outlet = new MemoryOutlet(client);
  const stream = new StreamServer(target, outlet, target);
  const shortcut = new ModernShortcut(target, outlet);
  const forget = target.onClose(() => {
    shortcut.close();
    stream.close();
    outlet.close();
    client.closed();
  });
  return {
    receive(message) {
      shortcut.hear(message);
      stream.receive(message);
    },
    shortcut: (meta) => shortcut.open(meta),
    close() {
      forget();
      outlet.close();
      stream.close();
      shortcut.close();
    },
  };
}
