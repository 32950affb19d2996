import { Client, McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { WireRecorder } from '../wire/recorder.js';
import { recordingFetch } from '../wire/recording-fetch.js';
import { Logbook, revisions } from './harness.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logger: new Logbook() });
  server.tool('who', { inputSchema: z.object({ n: z.number() }) }, async ({ n }, ctx) => {
    await ctx.reportProgress(n);
    await new Promise(setImmediate);
    return `${ctx.clientInfo?.name} ${n} ${ctx.protocolVersion}`;
  });
  return server;
}

describe('many clients of one server', () => {
  it('of all revisions at once each get their own answers, progress and changes', async () => {
    await using server = shop();
    await using serving = await serveHttp(server, { port: 0, handleSignals: false });
    const joined = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const recorder = new WireRecorder();
        const fetch = recordingFetch(recorder);
        const revision = revisions[index % revisions.length] ?? '2025-11-25';
        const name = `client-${index}`;
        const client = await Client.connect(serving.url, {
          mode: revision,
          clientInfo: { name, version: '1' },
          fetch: (url, init) => fetch(url, init),
        });
        return { client, recorder, name, revision, changes: vi.fn() };
      }),
    );
    for (const { client, changes } of joined) client.on('toolListChanged', changes);
    await Promise.all(
      joined.flatMap(({ client, name, revision }) =>
        Array.from({ length: 8 }, async (_, n) => {
          const progress: number[] = [];
          const { content } = await client.callTool(
            'who',
            { n: n + 1 },
            { onProgress: (value) => progress.push(value) },
          );
          expect(content).toMatchObject([{ text: `${name} ${n + 1} ${revision}` }]);
          expect(progress).toEqual([n + 1]);
        }),
      ),
    );
    server.tool('late', {}, () => 'x');
    for (const { changes, revision } of joined) {
      if (revision !== '2026-07-28') await vi.waitFor(() => expect(changes).toHaveBeenCalledTimes(1));
    }
    await Promise.all(joined.map(({ client }) => client.close()));
    for (const { recorder } of joined) {
      expect(recorder.size).toBeGreaterThan(16);
      expect(recorder.problems()).toEqual([]);
    }
  });

  it('use the same ids without disturbing each other, in memory and over sockets', async () => {
    await using server = shop();
    await using serving = await serveHttp(server, { port: 0, handleSignals: false });
    const modes = ['modern', 'legacy', 'auto'] as const;
    const clients = await Promise.all(
      modes.flatMap((mode) => [Client.connect(server, { mode }), Client.connect(serving.url, { mode })]),
    );
    const results = await Promise.all(clients.flatMap((client) => [1, 2, 3].map((n) => client.callTool('who', { n }))));
    expect(results.every(({ isError }) => isError !== true)).toBe(true);
    const [first, ...rest] = clients;
    await first?.close();
    expect(await Promise.all(rest.map(async (client) => (await client.listTools()).tools.length))).toEqual(
      rest.map(() => 1),
    );
    await Promise.all(rest.map((client) => client.close()));
  });
});
