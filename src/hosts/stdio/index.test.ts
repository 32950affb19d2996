import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Server } from '../../server/index.js';
import { serveStdio } from './index.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'parley-server-'));
const script = join(folder, 'server.mjs');

/** A server whose tools are slow, chatty, or as large as one likes. */
const source = `
  import { Server } from '../../server/index.js';
  import { serveStdio } from './index.js';
  const tools = {
    echo: (args) => ({ content: [{ type: 'text', text: args.text }] }),
    large: (args) => ({ content: [{ type: 'text', text: 'x'.repeat(args.size) }] }),
    chatty: () => { console.log('on the wire?'); return { content: [] }; },
    quit: () => { setImmediate(() => server.close()); return { content: [] }; },
    slow: (args, ctx) => new Promise((resolve) => {
      ctx.signal.addEventListener('abort', () => { console.error('aborted'); resolve({ content: [] }); });
      console.error('started');
    }),
  };
  const server = new Server(
    { name: 'test', version: '1' },
    {
      lifespan: () => ({ async [Symbol.asyncDispose]() { console.error('left'); } }),
      handlers: { 'tools/call': (params, ctx) => tools[params.name](params.arguments ?? {}, ctx) },
    },
  );
  setInterval(() => {}, 1000);
  await serveStdio(server, { maxMessageBytes: 64 * 1024 });`;

beforeAll(async () => {
  const stdin = { contents: source, resolveDir: import.meta.dirname, sourcefile: 'script.js' };
  await build({
    stdin,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parley-source'],
    packages: 'external',
    outfile: script,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the server, shakes hands and gives the means to talk to it. */
async function connect() {
  const child = spawn(process.execPath, [script], { cwd: process.cwd() });
  const answers = new Map<unknown, Record<string, unknown>>();
  let arrived = () => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Record<string, unknown> = JSON.parse(line);
    answers.set(message.id, message);
    arrived();
  });
  const seen = { err: '' };
  child.stderr.on('data', (chunk) => {
    seen.err += chunk;
    arrived();
  });
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  };
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (id: unknown, name: string, args: object = {}) =>
    send({ id, method: 'tools/call', params: { name, arguments: args } });
  const answer = async (id: unknown) => {
    await until(() => answers.has(id));
    return answers.get(id);
  };
  const exit = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  send({ id: 'hello', method: 'initialize', params });
  await answer('hello');
  send({ method: 'notifications/initialized' });
  return { child, seen, send, call, answer, until, exit };
}

describe('a server over standard input and output', () => {
  it('aborts the handlers in progress, leaves the lifespan and exits when its input ends', async () => {
    const { child, call, seen, until, exit } = await connect();
    call(0, 'slow');
    await until(() => seen.err.includes('started'));
    child.stdin.end();
    expect(await exit).toBe(0);
    expect(seen.err).toBe('started\naborted\nleft\n');
  });

  it('exits in the same way when its client stops reading', async () => {
    const { child, call, seen, exit } = await connect();
    child.stdout.destroy();
    call(1, 'large', { size: 300_000 });
    expect(await exit).toBe(0);
    expect(seen.err).toBe('left\n');
  });

  it.each([0, ''])('aborts the handler of the request with the id %j when it is cancelled', async (id) => {
    const { child, call, send, seen, until, exit } = await connect();
    call(id, 'slow');
    await until(() => seen.err.includes('started'));
    send({ method: 'notifications/cancelled', params: { requestId: id } });
    await until(() => seen.err.includes('aborted'));
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('sends results of 8 MiB', async () => {
    const { child, call, answer, exit } = await connect();
    call(1, 'large', { size: 8 << 20 });
    expect(JSON.stringify(await answer(1)).length).toBeGreaterThan(8 << 20);
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('answers a message over the limit with an error that names the option, and reads on', async () => {
    const { child, call, answer, exit } = await connect();
    call(1, 'echo', { text: 'x'.repeat(100_000) });
    expect(await answer(1)).toMatchObject({ error: { message: expect.stringContaining('maxMessageBytes') } });
    call(2, 'echo', { text: 'short' });
    expect(await answer(2)).toMatchObject({ result: { content: [{ text: 'short' }] } });
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('ends when the server is closed from within', async () => {
    const { call, answer, seen, exit } = await connect();
    call(1, 'quit');
    expect(await answer(1)).toMatchObject({ result: { content: [] } });
    expect(await exit).toBe(0);
    expect(seen.err).toBe('left\n');
  });

  it('keeps what handlers print off the wire', async () => {
    const { child, call, answer, seen, until, exit } = await connect();
    call(1, 'chatty');
    expect(await answer(1)).toMatchObject({ result: { content: [] } });
    await until(() => seen.err.includes('on the wire?\n'));
    child.stdin.end();
    expect(await exit).toBe(0);
  });
});

describe('serving that cannot begin', () => {
  it('gives the streams back, so that it can be tried again', async () => {
    let attempts = 0;
    const lifespan = () => {
      if (attempts++ === 0) throw new Error('no database');
      return {};
    };
    const server = new Server({ name: 'test', version: '1' }, { lifespan });
    const options = { stdin: new PassThrough(), stdout: new PassThrough() };
    await expect(serveStdio(server, options)).rejects.toThrow('no database');
    await using serving = await serveStdio(server, options);
    options.stdin.write('{"jsonrpc":"2.0","id":1,"method":"server/discover"}\n');
    await vi.waitFor(() => expect(String(options.stdout.read())).toContain('"id":1'));
    options.stdin.end();
    await serving.closed;
  });

  it('refuses limits that are none before it takes the standard output', async () => {
    const write = process.stdout.write;
    for (const limits of [{ closeTimeoutMs: Number.NaN }, { maxMessageBytes: 0 }])
      await expect(serveStdio(new Server({ name: 'test', version: '1' }), limits)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      });
    expect(process.stdout.write).toBe(write);
  });
});
