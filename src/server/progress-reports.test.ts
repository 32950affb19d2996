import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { serveHttp } from '../hosts/node/index.js';
import { serveStdio } from '../hosts/stdio/index.js';
import { McpServer } from '../mcp-server/index.js';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'slow', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
  progressToken: 'p',
};
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'count', arguments: {}, _meta: meta },
});
const text = 'x'.repeat(10_000);
const all = 20_000;

/** A tool that reports 200 MB of progress and awaits none of it; `reported` is called after the last. */
function hasty() {
  const server = new McpServer({ name: 'till', version: '1' });
  const reported = vi.fn();
  server.tool('count', {}, async (_args, ctx) => {
    let last = Promise.resolve();
    for (let count = 1; count <= all; count++) last = ctx.reportProgress(count, all, text);
    reported();
    await last;
    return 'done';
  });
  return { server, reported };
}

const reports = (received: string): number[] =>
  [...received.matchAll(/"progress":(\d+),/g)].map(([, count]) => Number(count));

describe('progress that a handler does not wait for', () => {
  it('keeps a bounded number of reports for a client on pipes, and then sends the newest', async () => {
    const { server, reported } = hasty();
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const serving = await serveStdio(server, { stdin, stdout });
    stdin.write(`${call}\n`);
    await vi.waitFor(() => expect(reported).toHaveBeenCalled());
    expect(stdout.readableLength + stdout.writableLength).toBeLessThan(2_000_000);
    let received = '';
    stdout.on('data', (chunk) => {
      received += chunk;
    });
    await vi.waitFor(() => expect(received).toContain('"result"'), 10_000);
    expectOrder(reports(received));
    await serving.close();
  });

  it('does over HTTP too', async () => {
    const { server } = hasty();
    const serving = await serveHttp(server, { port: 0, handleSignals: false });
    const response = await fetch(serving.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'count',
      },
      body: call,
    });
    const received = await response.text();
    expect(received).toContain('"result"');
    expectOrder(reports(received));
    await serving.close();
    await server.close();
  });
});

/** The first hundred, far from all, and the last one. */
function expectOrder(counts: readonly number[]): void {
  expect(counts.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(counts.length).toBeLessThan(1000);
  expect(counts.at(-1)).toBe(all);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
}
