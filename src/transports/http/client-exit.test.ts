import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'http-client-'));
  await build({
    entryPoints: [fileURLToPath(new URL('./client.node.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    outfile: join(folder, 'client.mjs'),
    logLevel: 'silent',
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script against a server and gives its exit code and output; the script is killed when it stays. */
async function run(script: string): Promise<{ code: number | null; out: string }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    else setTimeout(() => response.end('ok'), 50);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const file = join(folder, `script-${port}.mjs`);
  await writeFile(
    file,
    `import { createHttpClient } from './client.mjs';
    const client = createHttpClient({ url: new URL('http://127.0.0.1:${port}/'), maxMessageBytes: 1000 });
    const say = (what) => process.stdout.write(what + ';');
    const listener = (mode, done) => ({ head: () => mode, text: say, event: (e) => { say(e.data); done?.(); }, retry() {},
      end: () => done?.(), failed: (f) => say(f.message) });
    ${script}`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 5000 });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    out += part;
  });
  const code = await new Promise<number | null>((done) => child.on('close', done));
  server.closeAllConnections();
  server.close();
  return { code, out };
}

test('Idle connections do not hold the process open', async () => {
  const script = `for (let i = 0; i < 3; i++) await new Promise((done) =>
    client.send({ method: 'POST', headers: [], body: '{}' }, listener('text', done)));`;
  expect(await run(script)).toEqual({ code: 0, out: 'ok;ok;ok;' });
});

test('A standing stream does not hold the process open, a pending call does', async () => {
  const script = `await new Promise((done) => {
      client.send({ method: 'GET', headers: ['Accept', 'text/event-stream'], body: undefined }, listener('events', done));
      setTimeout(() => {}, 500).unref(); setTimeout(() => {}, 300);
    });
    client.send({ method: 'POST', headers: [], body: '{}' }, listener('text'));`;
  expect(await run(script)).toEqual({ code: 0, out: '1;ok;' });
});
