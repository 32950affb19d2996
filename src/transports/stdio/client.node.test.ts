import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { McpError } from '../../errors/index.js';
import type { JsonRpcResponse } from '../../types/index.js';
import { channelTransport } from '../index.js';
import { stdioChannel as unavailable } from './client.js';
import { type StdioServerParameters, stdioChannel } from './client.node.js';
import { serverEnvironment } from './environment.node.js';
import { loadSpawn } from './start-process.node.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'parley-stdio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts `node -e script` and collects what the channel delivers. */
function open(script: string, options: Partial<StdioServerParameters> = {}) {
  const messages: string[] = [];
  const problems: McpError[] = [];
  const ends: (McpError | undefined)[] = [];
  const channel = stdioChannel({
    command: process.execPath,
    args: ['-e', script],
    stderr: 'pipe',
    closeTimeoutMs: 100,
    ...options,
  });
  const started = channel.start({
    message: (text) => messages.push(text),
    problem: (error) => problems.push(error),
    closed: (error) => ends.push(error),
  });
  return { channel, messages, problems, ends, started, [Symbol.asyncDispose]: () => channel.close() };
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const gone = (pid: unknown) => vi.waitFor(() => expect(alive(Number(pid))).toBe(false), { timeout: 5000 });
const echo = 'process.stdin.pipe(process.stdout)';

describe('a server as a child process', () => {
  it('gets what is sent, line by line, and its lines are delivered', async () => {
    await using server = open(echo);
    await server.started;
    server.channel.send('{"a":"ü"}');
    server.channel.send('{"b":2}');
    await vi.waitFor(() => expect(server.messages).toEqual(['{"a":"ü"}', '{"b":2}']));
  });

  it('ends when its input ends, and close can be called again', async () => {
    const server = open(echo, { closeTimeoutMs: 10_000 });
    await server.started;
    await Promise.all([server.channel.close(), server.channel.close()]);
    expect(server.ends).toEqual([undefined]);
    server.channel.send('{}');
  });

  it('delivers lines of 8 MiB, and skips only the one over the limit', async () => {
    const script = `const big = (id, n) => process.stdout.write(JSON.stringify({ result: 'x'.repeat(n), jsonrpc: '2.0', id }) + '\\n');
      process.stdin.resume(); big(1, 8 << 20); big(2, 10 << 20); big(3, 1)`;
    await using server = open(script, { maxMessageBytes: 9 << 20 });
    await server.started;
    await vi.waitFor(() => expect(server.messages).toHaveLength(2), { timeout: 10_000 });
    expect(server.messages[0]?.length).toBeGreaterThan(8 << 20);
    expect(server.problems).toMatchObject([{ code: 'MESSAGE_TOO_LARGE', data: { id: 2 } }]);
  });

  it.each([
    ['a command that does not exist', { command: 'no-such-command-here' }, /"no-such-command-here" in .*ENOENT.*PATH/],
    [
      'a whole command line',
      { command: 'node server.mjs --port 1', args: undefined },
      /args: \["server.mjs","--port","1"\]/,
    ],
    ['a working directory that does not exist', { cwd: '/no/such/place' }, /in \/no\/such\/place.*does not exist/],
    ['a file that is no program', { command: folder }, /EACCES/],
    ['a command with a null byte', { command: 'a\0b' }, /Cannot start/],
  ])('cannot be started with %s', async (_what, options, message) => {
    const server = open('', options);
    await expect(server.started).rejects.toMatchObject({
      code: 'SPAWN_FAILED',
      message: expect.stringMatching(message),
    });
    await server.channel.close();
    expect(server.ends).toEqual([]);
  });

  it('that dies is reported with its exit code and the end of its standard error', async () => {
    await using server = open(
      `process.stderr.write('x'.repeat(100_000)); console.error('Error: no API key'); process.exitCode = 3`,
    );
    await server.started;
    await vi.waitFor(() => expect(server.ends).toHaveLength(1));
    const [error] = server.ends;
    expect(error).toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: true, data: { exitCode: 3, signal: null } });
    expect(error?.message).toMatch(/exited with code 3\. Its standard error ended with:\nx+Error: no API key$/);
    expect(error?.message.length).toBeLessThan(9000);
  });

  it('that is killed is reported with the signal, after its last message', async () => {
    await using server = open(`process.stdout.write('{"last":1}\\n', () => process.kill(process.pid, 'SIGKILL'))`);
    await server.started;
    await vi.waitFor(() => expect(server.ends).toMatchObject([{ data: { signal: 'SIGKILL' } }]));
    expect(server.messages).toEqual(['{"last":1}']);
  });

  it('that stops reading does not crash the client', async () => {
    await using server = open(`require('node:fs').closeSync(0); setInterval(() => {}, 1000); console.log('{}')`);
    await server.started;
    await vi.waitFor(() => expect(server.messages).toHaveLength(1));
    const waits: unknown[] = [];
    for (let count = 0; count < 20; count++) waits.push(server.channel.send('x'.repeat(100_000)));
    await Promise.all(waits);
    await vi.waitFor(() => expect(server.ends).toMatchObject([{ code: 'CONNECTION_LOST' }]));
  });

  it('that never reads holds up who writes only until the connection is closed', async () => {
    const server = open(`setInterval(() => {}, 1000); console.log('{}')`);
    await server.started;
    await vi.waitFor(() => expect(server.messages).toHaveLength(1));
    server.channel.send('x'.repeat(2_000_000));
    await new Promise(setImmediate);
    const wait = server.channel.send('y');
    expect(wait).toBeInstanceOf(Promise);
    await server.channel.close();
    await wait;
  });

  it('that ignores its end and SIGTERM is killed with everything it started', async () => {
    const script = `process.on('SIGTERM', () => {});
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000);console.log(1)'], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.on('data', () => console.log(JSON.stringify([process.pid, child.pid])));
      setInterval(() => {}, 1000)`;
    const server = open(script);
    await server.started;
    await vi.waitFor(() => expect(server.messages).toHaveLength(1), { timeout: 5000 });
    const pids: unknown[] = JSON.parse(server.messages[0] ?? '');
    await server.channel.close();
    for (const pid of pids) await gone(pid);
  });

  it('that exits by itself leaves none of its own children', async () => {
    const script = `const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'inherit' });
      process.stdout.write(JSON.stringify(child.pid) + '\\n', () => process.exit(0))`;
    const server = open(script);
    await server.started;
    await vi.waitFor(() => expect(server.ends).toHaveLength(1));
    await server.channel.close();
    await gone(server.messages[0]);
  });

  it('sees only the listed variables and those that are passed', async () => {
    process.env.PARLEY_SECRET = 'x';
    await using server = open('console.log(JSON.stringify(process.env))', { env: { PARLEY_GIVEN: 'yes' } });
    await server.started;
    await vi.waitFor(() => expect(server.messages).toHaveLength(1));
    delete process.env.PARLEY_SECRET;
    const seen: Record<string, string> = JSON.parse(server.messages[0] ?? '');
    expect(seen).toMatchObject({ PARLEY_GIVEN: 'yes', PATH: process.env.PATH });
    expect(
      Object.keys(seen).filter((name) => !/^(HOME|LOGNAME|PATH|SHELL|TERM|USER|PARLEY_GIVEN)$/.test(name)),
    ).toEqual([]);
  });

  it('has its standard error passed on line by line, and a function that throws is reported once', async () => {
    const lines: string[] = [];
    const stderr = (line: string) => {
      lines.push(line);
      throw new Error('no');
    };
    await using server = open(`console.error('one'); console.error('two'); process.stdin.resume()`, { stderr });
    await server.started;
    await vi.waitFor(() => expect(lines).toEqual(['one', 'two']));
    expect(server.problems).toMatchObject([{ code: 'INVALID_OPTION' }]);
  });

  it('that fills its standard error is not held up', async () => {
    await using server = open(
      `process.stderr.write('e'.repeat(2_000_000), () => console.log('{}')); process.stdin.resume()`,
    );
    await server.started;
    await vi.waitFor(() => expect(server.messages).toEqual(['{}']));
  });

  it('ends with this process even when nobody closes it', async () => {
    const { build } = await import('esbuild');
    const file = join(folder, 'parent.mjs');
    const source = `import { stdioChannel } from ${JSON.stringify(join(import.meta.dirname, 'client.node.ts'))};
      const channel = stdioChannel({ command: process.execPath, args: ['-e', 'console.log(process.pid);setInterval(()=>{},1000)'] });
      await channel.start({ message(text) { process.stdout.write(text + '\\n', () => process.exit(0)); }, closed() {}, problem() {} });`;
    const stdin = { contents: source, resolveDir: import.meta.dirname, loader: 'ts' as const };
    const bundled = await build({
      stdin,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['parley-source'],
      external: ['cross-spawn'],
      write: false,
    });
    writeFileSync(file, bundled.outputFiles[0]?.contents ?? '');
    const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = await new Promise<string[]>((resolve) =>
      parent.stdout.once('data', (data) => resolve([String(data)])),
    );
    expect(Number(pid)).toBeGreaterThan(1);
    await gone(pid);
  });
});

describe('a client’s transport over a child process', () => {
  it('loses only the call whose answer is too large, skips junk, and delivers the rest', async () => {
    const script = `console.log('Server started'); console.log('listening');
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, params } = JSON.parse(line);
        console.log(JSON.stringify({ result: { text: 'x'.repeat(params.size) }, jsonrpc: '2.0', id }));
      })`;
    const transport = channelTransport(
      stdioChannel({ command: process.execPath, args: ['-e', script], stderr: 'pipe', maxMessageBytes: 10_000 }),
    );
    const problems: McpError[] = [];
    await transport.start({ notification() {}, request() {}, closed() {}, problem: (error) => problems.push(error) });
    const call = (id: number, size: number) =>
      new Promise<JsonRpcResponse | McpError>((resolve) =>
        transport.request({ jsonrpc: '2.0', id, method: 'x', params: { size } }, { response: resolve, lost: resolve }),
      );
    const [large, small] = await Promise.all([call(0, 20_000), call(1, 3)]);
    expect(large).toMatchObject({ code: 'MESSAGE_TOO_LARGE', message: expect.stringContaining('"maxMessageBytes"') });
    expect(small).toMatchObject({ id: 1, result: { text: 'xxx' } });
    expect(problems).toHaveLength(1);
    const open = call(2, 3);
    await transport.close();
    expect(await open).toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('starts programs on Windows through a spawn that finds scripts there', async () => {
    const start = await loadSpawn('win32');
    const child = start(process.execPath, ['-e', 'process.exit(4)'], { stdio: 'ignore' });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(4);
  });
});

describe('the environment of a server', () => {
  it('leaves out values that are shell functions', () => {
    expect(serverEnvironment({ A: '1' }, { HOME: '/h', USER: '() { :; }', SECRET: 's' }, 'linux')).toEqual({
      HOME: '/h',
      A: '1',
    });
  });

  it('has a list of its own on Windows', () => {
    expect(serverEnvironment({}, { PATHEXT: '.EXE', SYSTEMROOT: 'C:\\', HOME: '/h' }, 'win32')).toEqual({
      PATHEXT: '.EXE',
      SYSTEMROOT: 'C:\\',
    });
  });
});

describe('a platform without processes', () => {
  it('says so when a server is to be started', () => {
    const channel = unavailable({ command: 'node' });
    const listener = { message() {}, closed() {}, problem() {} };
    expect(() => channel.start(listener)).toThrow(expect.objectContaining({ code: 'SPAWN_FAILED' }));
  });
});
