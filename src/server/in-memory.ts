import { StreamServer } from '../eras/index.js';
import { type MemoryClient, MemoryOutlet, type MemoryServer } from '../exchange/index.js';
import { coreOf, type Served } from './served.js';

/** Enters the server's lifespan and begins to serve a client in the same process. Rejects when the lifespan cannot be entered. */
export async function serveInMemory(served: Served, client: MemoryClient): Promise<MemoryServer> {
  const target = coreOf(served);
  await target.lifespan.enter();
  const outlet = new MemoryOutlet(client);
  const stream = new StreamServer(target, outlet, target);
  const forget = target.onClose(() => {
    stream.close();
    outlet.close();
    client.closed();
  });
  return {
    receive: (message) => stream.receive(message),
    close() {
      forget();
      outlet.close();
      stream.close();
    },
  };
}
