import { Client, McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { bundle } from './child.js';

/** Speaks the protocol by hand, and answers a call with as many bytes of text as it asks for. */
const source = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
    else if (method === 'tools/call') {
      const text = 'x'.repeat(params.arguments.size);
      if (params.arguments.idLast) process.stdout.write('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"' + text + '"}]},"id":' + id + '}\\n');
      else say({ id, result: { content: [{ type: 'text', text }] } });
    } else if (id !== undefined) say({ id, result: {} });
  });`;

let script = '';
beforeAll(async () => {
  script = await bundle(source);
});

const connect = (maxMessageBytes?: number) =>
  Client.connect(
    { command: process.execPath, args: [script] },
    { mode: 'legacy', logger: new Logbook(), ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }) },
  );
const mebibyte = 1024 * 1024;

describe('a message of many bytes over standard input and output', () => {
  it('arrives whole: 1, 8, 12 and 40 MiB on one line', async () => {
    await using client = await connect();
    for (const size of [1, 8, 12, 40].map((count) => count * mebibyte)) {
      const { content } = await client.callTool('text', { size });
      expect(content[0]?.type === 'text' && content[0].text.length).toBe(size);
    }
  });

  it.each([false, true])(
    'beyond the limit fails only its own request, naming limit and option (id last: %s)',
    async (idLast) => {
      await using client = await connect(mebibyte);
      const [large, small] = await Promise.allSettled([
        client.callTool('text', { size: 2 * mebibyte, idLast }),
        client.callTool('text', { size: 10 }),
      ]);
      expect(large).toMatchObject({
        status: 'rejected',
        reason: { code: 'MESSAGE_TOO_LARGE', message: expect.stringMatching(/1048576.*maxMessageBytes/s) },
      });
      expect(small).toMatchObject({ status: 'fulfilled' });
      await client.ping();
      expect(client.closed).toBe(false);
    },
  );
});

describe.each(['modern', 'legacy'] as const)('a message of many bytes over HTTP, %s', (mode) => {
  async function serve() {
    const server = new McpServer({ name: 'large', version: '1.0.0', logger: new Logbook() });
    server.tool(
      'text',
      { inputSchema: { type: 'object', properties: { size: { type: 'integer' }, streamed: { type: 'boolean' } } } },
      async (args, ctx) => {
        if (args.streamed === true) await ctx.session.sendNotification('acme/first');
        return 'x'.repeat(Number(args.size));
      },
    );
    server.tool('count', { inputSchema: { type: 'object' } }, ({ text }) => String(text).length);
    const serving = await serveHttp(server, { port: 0, handleSignals: false });
    return { server, serving };
  }

  it.each([false, true])('arrives whole (as events: %s)', async (streamed) => {
    const { server, serving } = await serve();
    await using client = await Client.connect(serving.url, { mode });
    for (const size of [1, 12].map((count) => count * mebibyte)) {
      const { content } = await client.callTool('text', { size, streamed });
      expect(content[0]?.type === 'text' && content[0].text.length).toBe(size);
    }
    expect((await client.callTool('count', { text: 'x'.repeat(3 * mebibyte) })).content).toMatchObject([
      { text: String(3 * mebibyte) },
    ]);
    await client.close();
    await serving.close();
    await server.close();
  });

  it.each([false, true])('beyond a limit fails only its own request (as events: %s)', async (streamed) => {
    const { server, serving } = await serve();
    await using client = await Client.connect(serving.url, { mode, maxMessageBytes: mebibyte, logger: new Logbook() });
    const [large, small] = await Promise.allSettled([
      client.callTool('text', { size: 2 * mebibyte, streamed }),
      client.callTool('text', { size: 10, streamed }),
    ]);
    expect(large).toMatchObject({
      status: 'rejected',
      reason: { code: 'MESSAGE_TOO_LARGE', message: expect.stringContaining('maxMessageBytes') },
    });
    expect(small).toMatchObject({ status: 'fulfilled' });
    await expect(client.callTool('count', { text: 'x'.repeat(5 * mebibyte) })).rejects.toMatchObject({
      jsonRpcCode: -32600,
      message: expect.stringContaining('maxBodyBytes'),
    });
    expect((await client.callTool('count', { text: 'abc' })).content).toMatchObject([{ text: '3' }]);
    await client.close();
    await serving.close();
    await server.close();
  });
});
