import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, McpServer } from 'parley-mcp';
import { createNodeHandler, serveHttp } from 'parley-mcp/node';
import { createHttpHandler } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { WireRecorder } from '../wire/recorder.js';
import { recordingFetch } from '../wire/recording-fetch.js';

type Host = (server: McpServer) => Promise<{ url: string; fetch: typeof fetch; close(): Promise<void> }>;

const hosts: Record<string, Host> = {
  serveHttp: async (server) => {
    const serving = await serveHttp(server, { port: 0, stateless: true, handleSignals: false });
    return { url: serving.url, fetch, close: () => serving.close() };
  },
  createNodeHandler: async (server) => {
    const http = createServer(createNodeHandler(server, { stateless: true }));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo; // it listens on a port
    return {
      url: `http://127.0.0.1:${port}/`,
      fetch,
      close: () => new Promise((resolve) => http.close(() => resolve())),
    };
  },
  createHttpHandler: async (server) => {
    const handler = createHttpHandler(server, { stateless: true });
    return {
      url: 'http://localhost/mcp',
      fetch: (input, init) => handler.fetch(new Request(input, init)),
      close: () => handler.close(),
    };
  },
};

describe.each(Object.entries(hosts))('a server without sessions behind %s', (_name, host) => {
  it.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', 'auto'] as const)(
    'answers the second request, and three at once, of a %s client like the first',
    async (mode) => {
      const logger = new Logbook();
      await using server = new McpServer({ name: 'shop', version: '1.0.0', logger });
      server.tool('echo', {}, (_args, ctx) => ctx.method);
      const { url, fetch, close } = await host(server);
      const statuses: number[] = [];
      const recorder = new WireRecorder();
      const counting = recordingFetch(recorder, async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method === 'POST') statuses.push(response.status);
        return response;
      });
      for (let round = 0; round < 2; round++) {
        await using client = await Client.connect(url, {
          mode,
          fetch: (address, init) => counting(address, init),
          logger,
        });
        expect((await client.listTools()).tools).toHaveLength(1);
        expect((await client.callTool('echo')).content).toMatchObject([{ text: 'tools/call' }]);
        const three = await Promise.all([1, 2, 3].map(() => client.callTool('echo')));
        expect(three.map(({ content }) => content.length)).toEqual([1, 1, 1]);
      }
      expect(new Set(statuses)).toEqual(new Set(mode === '2026-07-28' || mode === 'auto' ? [200] : [200, 202]));
      expect(recorder.problems()).toEqual([]);
      expect(logger.at('error')).toEqual([]);
      await close();
    },
  );
});
