import { closeSync, openSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
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
