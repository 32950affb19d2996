import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { build } from 'esbuild';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { McpError } from '../../errors/index.js';
import { StdioSession } from './session.js';
import { openWire } from './wire.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'parley-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let scripts = 0;

/** A child process that serves an echo; `body` runs once it serves, with `session`, `sink` and `onLine`. */
async function serve(body: string, options: { stdio?: StdioOptions; serving?: string } = {}) {
  const contents = `
    import { StdioSession } from './session.js';
    import { openWire } from './wire.js';
    let onLine = (line) => sink.write(line);
    let leave = async () => { console.error('left'); };
    const options = ${options.serving ?? '{}'};
    const session = new StdioSession(openWire(options), options, () => leave());
    const sink = session.sink;
    session.serve({
      receiveText: (line) => onLine(line),
      problem: (error) => sink.write(JSON.stringify({ problem: error.code })),
      close: async () => { console.error('aborted'); },
    });
    ${body}`;
  const outfile = join(folder, `server-${scripts++}.mjs`);
  const stdin = { contents, resolveDir: import.meta.dirname, sourcefile: 'script.js' };
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', conditions: ['parley-source'], outfile });
  return watch(spawn(process.execPath, [outfile], { stdio: options.stdio ?? 'pipe' }));
}

function watch(child: ChildProcess) {
  const seen = { child, out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    seen.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    seen.err += chunk;
  });
  child.stdin?.on('error', () => {});
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  );
  return Object.assign(seen, { exit });
}

describe('a process that serves over its standard streams', () => {
  it('answers lines, and exits with code 0 when its input ends although a timer is pending', async () => {
    const server = await serve('setInterval(() => {}, 1000);');
    server.child.stdin?.write('{"a":1}\n{"b":2}\nnot js');
    server.child.stdin?.end('on');
    expect(await server.exit).toBe(0);
    expect(server.out).toBe('{"a":1}\n{"b":2}\nnot json\n');
    expect(server.err).toBe('aborted\nleft\n');
  });

  it('ends at once when its input is the null device', async () => {
    const input = openSync('/dev/null', 'r');
    const server = await serve('setInterval(() => {}, 1000);', { stdio: [input, 'pipe', 'pipe'] });
    closeSync(input);
    expect(await server.exit).toBe(0);
    expect(server.err).toBe('aborted\nleft\n');
  });

  it('writes everything out before it exits', async () => {
    const server = await serve(`onLine = () => { for (let i = 0; i < 30; i++) sink.write('x'.repeat(100_000)); };`);
    server.child.stdin?.end('go\n');
    expect(await server.exit).toBe(0);
    expect(server.out.length).toBe(30 * 100_001);
  });

  it('ends without an uncaught error when the client stops reading', async () => {
    const server = await serve(`setInterval(() => {}, 1000); onLine = () => sink.write('x'.repeat(300_000));`);
    server.child.stdout?.destroy();
    server.child.stdin?.write('go\n');
    expect(await server.exit).toBe(0);
    expect(server.err).toBe('aborted\nleft\n');
  });

  it('ends when the client is gone altogether, standard error included', async () => {
    const server = await serve(
      `setInterval(() => {}, 1000); onLine = () => { console.log('x'); sink.write('x'.repeat(300_000)); };`,
    );
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    server.child.stdin?.write('go\n');
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends in good order on %s', async (signal) => {
    const server = await serve(`setInterval(() => {}, 1000); sink.write('ready');`);
    await vi.waitFor(() => expect(server.out).toBe('ready\n'), { timeout: 5000 });
    server.child.kill(signal);
    expect(await server.exit).toBe(0);
    expect(server.err).toBe('aborted\nleft\n');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at once on a second %s', async (signal, code) => {
    const server = await serve(
      `leave = () => { console.error('leaving'); return new Promise(() => {}); }; sink.write('ready');`,
      { serving: '{ closeTimeoutMs: 1e6 }' },
    );
    await vi.waitFor(() => expect(server.out).toBe('ready\n'), { timeout: 5000 });
    server.child.kill(signal);
    await vi.waitFor(() => expect(server.err).toContain('leaving'));
    server.child.kill(signal);
    expect(await server.exit).toBe(code);
  });

  it('does not wait for a close hook for ever, and says so', async () => {
    const server = await serve('leave = () => new Promise(() => {});', { serving: '{ closeTimeoutMs: 50 }' });
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
    expect(server.err).toContain('the server did not close within 50 ms (option "closeTimeoutMs")');
  });

  it('says what a close hook threw', async () => {
    const server = await serve(`leave = async () => { throw new Error('till is open'); };`);
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
    expect(server.err).toContain('closing the server failed: Error: till is open');
  });

  it('keeps everything but messages off its standard output, and says once where it came from', async () => {
    const server = await serve(`
      import { Readable } from 'node:stream';
      function chatty() { console.log('logged'); }
      chatty();
      console.info('i'); console.debug('d'); console.table([{ a: 1 }]); console.dir({ b: 2 });
      process.stdout.write('raw');
      Readable.from(['piped']).pipe(process.stdout);
      process.stdout.end('ended\\n');
      process.stdout.destroy();
      process.stdin.on('data', () => console.error('stolen'));
      setTimeout(() => sink.write('{"ok":true}'), 20);`);
    await vi.waitFor(() => expect(server.out).toBe('{"ok":true}\n'), { timeout: 5000 });
    server.child.stdin?.end('{"more":1}\n');
    expect(await server.exit).toBe(0);
    expect(server.out).toBe('{"ok":true}\n{"more":1}\n');
    for (const text of ['logged', 'i\n', 'd\n', 'raw', 'piped', 'ended', 'b: 2']) expect(server.err).toContain(text);
    expect(
      server.err.match(/parley-mcp: something wrote to standard output.*It came from chatty .*server-\d+\.mjs/g),
    ).toHaveLength(1);
    expect(server.err).not.toContain('stolen');
  });

  it('gets its streams back afterwards when it lives on', async () => {
    const server = await serve(
      `await session.close(); await session.close(); console.log('mine again');
       const next = openWire({}); next.restore(); next.restore(); process.stdin.resume().on('data', (data) => console.log('read ' + data));`,
      { serving: '{ exitOnClose: false }' },
    );
    await vi.waitFor(() => expect(server.out).toBe('mine again\n'), { timeout: 5000 });
    server.child.stdin?.end('x\n');
    expect(await server.exit).toBe(0);
    expect(server.out).toBe('mine again\nread x\n\n');
  });

  it('refuses a second server on the same streams', async () => {
    const server = await serve(
      `try { openWire({}); } catch (error) { sink.write(error.code + ': ' + error.message); }`,
    );
    await vi.waitFor(() => expect(server.out).toMatch(/^INVALID_OPTION: .*already serve another server/), {
      timeout: 5000,
    });
    server.child.stdin?.end();
    expect(await server.exit).toBe(0);
  });
});

describe('serving over streams of one’s own', () => {
  function open(options: { maxMessageBytes?: number } = {}) {
    const wire = { stdin: new PassThrough(), stdout: new PassThrough() };
    const lines: string[] = [];
    const problems: McpError[] = [];
    const left = vi.fn(async () => {});
    const session = new StdioSession(openWire({ ...wire, ...options }), { ...wire, ...options }, left);
    const service = {
      receiveText: (text: string) => lines.push(text),
      problem: (error: McpError) => problems.push(error),
      close: vi.fn(async () => {}),
    };
    session.serve(service);
    return { session, lines, problems, left, service, ...wire };
  }

  it('neither touches the process nor ends it', async () => {
    const signals = process.listenerCount('SIGINT');
    const { write } = process.stdout;
    const { session, stdin, stdout, lines, left } = open();
    expect([process.listenerCount('SIGINT'), process.stdout.write]).toEqual([signals, write]);
    stdin.write('{"a":1}\n');
    await vi.waitFor(() => expect(lines).toEqual(['{"a":1}']));
    session.sink.write('{"b":1}');
    stdin.end();
    await session.closed;
    expect(String(stdout.read())).toBe('{"b":1}\n');
    expect(left).toHaveBeenCalledTimes(1);
    expect(session.sink.closed).toBe(true);
  });

  it('passes on what could not be read', async () => {
    const { session, stdin, problems } = open({ maxMessageBytes: 10 });
    stdin.write('{"id":4,"x":"too long"}\n');
    await vi.waitFor(() => expect(problems).toMatchObject([{ code: 'MESSAGE_TOO_LARGE', data: { id: 4 } }]));
    await session.close();
  });

  it('reads no more while the client takes nothing', async () => {
    const { session, stdin, stdout, lines } = open();
    session.sink.write('x'.repeat(17 * 1024 * 1024));
    stdin.write('1\n');
    await vi.waitFor(() => expect(lines).toEqual(['1']));
    stdin.write('2\n');
    await new Promise(setImmediate);
    expect(lines).toEqual(['1']);
    stdout.resume();
    await vi.waitFor(() => expect(lines).toEqual(['1', '2']));
    await session.close();
  });

  it('ends the connection when the input was over before serving began', async () => {
    const stdin = new PassThrough();
    stdin.destroy();
    const wire = { stdin, stdout: new PassThrough() };
    const session = new StdioSession(openWire(wire), wire, async () => {});
    const close = vi.fn(async () => {});
    session.serve({ receiveText() {}, problem() {}, close });
    await session.closed;
    expect(close).toHaveBeenCalledTimes(1);
  });
});
