import { describe, expect, it } from 'vitest';
import { Client } from '../client/index.js';
import { createHttpHandler } from '../hosts/fetch/index.js';
import { createNodeHandler, serveHttp } from '../hosts/node/index.js';
import { McpServer } from '../mcp-server/index.js';
import { type Authenticator, Server } from './index.js';

const info = { name: 'till', version: '1' };

describe('what JavaScript lets pass', () => {
  const serve: [string, (served: never) => unknown][] = [
    ['createHttpHandler', (served) => createHttpHandler(served)],
    ['createNodeHandler', (served) => createNodeHandler(served)],
    ['serveHttp', (served) => serveHttp(served, { port: 0 })],
  ];

  it.each(serve)('%s says that it takes a server', async (_name, make) => {
    for (const [value, received] of [
      [undefined, 'undefined'],
      [null, 'object'],
      [3000, 'number'],
      [info, 'object'],
      [Promise.resolve(new McpServer(info)), 'a promise (await it first)'],
    ]) {
      const error = await (async () => make(value as never))().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'INVALID_OPTION' });
      expect((error as Error).message).toContain(`received ${received}`);
    }
  });

  it('serves one server whichever way', async () => {
    const server = new Server(info);
    await createHttpHandler(server).close();
    await using client = await Client.connect(server);
    expect(client.serverInfo).toMatchObject(info);
  });

  it('a server without a name says so, even when it got nothing at all', () => {
    for (const make of [() => new McpServer(undefined as never), () => new Server(undefined as never)]) {
      expect(make).toThrow('A server needs a name: a non-empty string; received undefined');
    }
  });

  it('auth that could authenticate nobody is refused before it is asked', () => {
    for (const auth of ['secret', null, {}, true, { authenticate: 'secret' }]) {
      const options = { auth: auth as unknown as Authenticator };
      expect(() => createHttpHandler(new McpServer(info), options)).toThrow(/The option auth/);
    }
  });
});
