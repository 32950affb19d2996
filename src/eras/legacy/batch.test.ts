import { McpServer } from 'parley-mcp';
import { createHttpHandler } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-03-26',
};

function shop(waiting: Promise<unknown>): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logLevel: 'silent' });
  server.tool('wait', {}, async () => {
    await waiting;
    return 'done';
  });
  return server;
}

const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'wait' } });

describe('an array of messages', () => {
  it('of more than a hundred is refused as a whole, and nothing of it runs', async () => {
    const { fetch } = createHttpHandler(shop(Promise.resolve()), { stateless: true });
    const body = JSON.stringify(Array.from({ length: 101 }, (_, id) => call(id)));
    const response = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: 'A batch holds at most 100 messages; received 101' },
    });
  });

  it('answers an id that comes twice once with a result and once with an error', async () => {
    const { fetch } = createHttpHandler(shop(Promise.resolve()), { stateless: true });
    const body = JSON.stringify([call(1), call(1)]);
    const response = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    const answers = (await response.json()) as { id: number; result?: unknown; error?: { code: number } }[]; // a batch is answered by an array
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === -32600)).toHaveLength(1);
  });
});

describe('a server without sessions', () => {
  it('gives up what is running when it is closed', async () => {
    const handler = createHttpHandler(shop(new Promise(() => {})), { stateless: true });
    const body = JSON.stringify(call(1));
    const answering = handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await handler.close();
    expect(await (await answering).json()).toMatchObject({ id: 1, error: { code: -32603 } });
  });
});
