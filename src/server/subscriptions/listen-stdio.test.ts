import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { serveStdio } from '../../hosts/stdio/index.js';
import { McpServer } from '../../mcp-server/index.js';
import { listening, modern, tick } from './listen.test-support.js';
import { subscriptionEngine } from './subscriptions.js';

/** A server behind pipes, and the lines that it has written. */
async function overPipes(server: McpServer) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let text = '';
  stdout.on('data', (chunk) => {
    text += chunk;
  });
  const serving = await serveStdio(server, { stdin, stdout });
  return {
    serving,
    send: (message: object) => stdin.write(`${JSON.stringify(message)}\n`),
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

describe('subscriptions/listen over stdio', () => {
  it('shares the pipe with calls and with other streams, and ends with results when serving ends', async () => {
    await using server = new McpServer({ name: 'till', version: '1' });
    server.tool('order', {}, (_args, ctx) => {
      void ctx.notifyToolsChanged();
      return 'ordered';
    });
    const { serving, send, lines } = await overPipes(server);
    await subscriptionEngine.load();
    await tick(); // the registration has been told
    send(listening(1, { toolsListChanged: true }));
    send(listening('two', { toolsListChanged: true }));
    send(listening(3, { toolsListChanged: true }));
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    send(modern(4, 'tools/call', { name: 'order' }));
    await vi.waitFor(() => expect(lines()).toHaveLength(6));
    await serving.close();
    const told = lines().map(({ method, id, params, result }) => [
      method ?? (result.content === undefined ? 'end' : 'answer'),
      id ?? params._meta['io.modelcontextprotocol/subscriptionId'],
    ]);
    expect(told.slice(0, 3).map(([, id]) => id)).toEqual([1, 'two', 3]);
    expect(told.slice(3)).toEqual([
      ['answer', 4],
      ['notifications/tools/list_changed', 1],
      ['notifications/tools/list_changed', 'two'],
      ['end', 1],
      ['end', 'two'],
    ]);
  });
});
