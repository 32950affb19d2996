import { Client } from 'parley-mcp';
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
