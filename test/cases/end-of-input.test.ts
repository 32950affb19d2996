import { closeSync, openSync } from 'node:fs';
import { Client } from 'parley-mcp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Logbook } from '../e2e/logbook.js';
import { bundle, start } from './child.js';

const source = `
  import { McpServer } from 'parley-mcp';
  import { serveStdio } from 'parley-mcp/stdio';
  const server = new McpServer({
    name: 'shop', version: '1.0.0',
    lifespan: () => ({ [Symbol.asyncDispose]: async () => { console.error('left'); } }),
  });
  server.tool('slow', {}, (args, ctx) => new Promise((resolve) => {
    ctx.signal.addEventListener('abort', () => { console.error('aborted'); resolve('x'); });
    console.error('started');
  }));
  server.tool('big', {}, () => 'x'.repeat(300_000));
  server.tool('quick', {}, () => 'x');
  server.tool('die', {}, () => { console.error('a last word'); process.exit(3); });
  setInterval(() => {}, 1000);
  await serveStdio(server);
  console.error('serving');`;

let script = '';
beforeAll(async () => {
  script = await bundle(source);
});

describe('a server over standard input and output with a timer pending', () => {
  it('ends when its input does: handlers are aborted, the lifespan is left once, the code is 0', async () => {
    const server = start(script);
    await server.open();
    server.send({ id: 1, method: 'tools/call', params: { name: 'slow' } });
    await server.logged('started');
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
    expect(server.seen.err.match(/aborted/g)).toHaveLength(1);
    expect(server.seen.err.match(/left/g)).toHaveLength(1);
    expect(server.recorder.problems()).toEqual([]);
  });

  it('still answers what came before the end of its input', async () => {
    const server = start(script);
    await server.open();
    server.send({ id: 1, method: 'tools/call', params: { name: 'big' } });
    server.send({ id: 2, method: 'tools/call', params: { name: 'quick' } });
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
    expect(server.received.map(({ id }) => id)).toEqual(['open', 1, 2]);
    expect(server.recorder.problems()).toEqual([]);
  });

  it('ends when its input is the null device, and when the client never opened', async () => {
    const input = openSync('/dev/null', 'r');
    const server = start(script, { stdio: [input, 'pipe', 'pipe'] });
    closeSync(input);
    expect(await server.exit).toBe(0);
    expect(server.seen.err.match(/left/g)).toHaveLength(1);
  });

  it('ends without an uncaught error when its client stops reading', async () => {
    const server = start(script);
    await server.open();
    server.send({ id: 1, method: 'tools/call', params: { name: 'slow' } });
    await server.logged('started');
    server.child.stdout?.destroy();
    server.send({ id: 2, method: 'tools/call', params: { name: 'big' } });
    expect(await server.exit).toBe(0);
    expect(server.seen.err).toMatch(/aborted[\s\S]*left/);
    expect(server.seen.err).not.toMatch(/EPIPE|at .*\.mjs/);
  });

  it('ends without an uncaught error when its client is gone altogether', async () => {
    const server = start(script);
    await server.open();
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    server.send({ id: 2, method: 'tools/call', params: { name: 'big' } });
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
  });
});

describe('a client whose server process goes away', () => {
  it.each(['auto', 'legacy'] as const)('learns at once why, and every open call is settled (%s)', async (mode) => {
    const parameters = { command: process.execPath, args: [script], stderr: 'pipe' } as const;
    await using client = await Client.connect(parameters, { mode, logger: new Logbook() });
    const closed = vi.fn();
    client.on('close', closed);
    const [slow, dying] = await Promise.allSettled([client.callTool('slow'), client.callTool('die')]);
    for (const outcome of [slow, dying]) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'CONNECTION_LOST', mayHaveRun: true, message: expect.stringContaining('a last word') },
      });
    }
    expect(closed).toHaveBeenCalledTimes(1);
    await expect(client.callTool('quick')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: false });
  });

  it('ends it by closing its input, and waits until it has gone', async () => {
    const lines: string[] = [];
    const parameters = { command: process.execPath, args: [script], stderr: (line: string) => lines.push(line) };
    const client = await Client.connect(parameters, { logger: new Logbook() });
    const slow = client.callTool('slow').catch((error: { code: string }) => error.code);
    await vi.waitFor(() => expect(lines).toContain('started'));
    await client.close();
    expect(await slow).toBe('CONNECTION_CLOSED');
    expect(lines).toEqual(expect.arrayContaining(['aborted', 'left']));
  });
});
