import type { Server } from 'node:http';
import { LazyPart } from '../../errors/index.js';

/** What says why a server cannot listen. */
const wording = new LazyPart(() => import('./bind-error.js'));

/** Whether only this machine can reach what is bound to `host`. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** The URL of a server for a client on this machine. */
export function urlOf(host: string, port: number, path: string): string {
  const name = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${path}`;
}

/** Begins to listen. Resolves to the port; rejects with a sentence that says what to change. */
export async function bind(server: Server, port: number, host: string): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw (await wording.load()).portError(port);
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      void wording.load().then(({ bindError }) => reject(bindError(error, port, host)), reject);
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
