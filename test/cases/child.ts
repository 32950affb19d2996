import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, expect, vi } from 'vitest';
import { WireRecorder } from '../wire/recorder.js';
import type { Json } from './scripted.js';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'parley-case-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let scripts = 0;

/** Bundles a module that imports `parley-mcp` and its entry points; gives the path of the script. */
export async function bundle(contents: string): Promise<string> {
  const outfile = join(folder, `script-${scripts++}.mjs`);
  const source = join(import.meta.dirname, '../../src');
  const stdin = { contents, resolveDir: import.meta.dirname, sourcefile: 'script.js' };
  await build({
    stdin,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parley-source'],
    alias: {
      'parley-mcp/stdio': join(source, 'stdio.ts'),
      'parley-mcp/node': join(source, 'node.ts'),
      'parley-mcp/server': join(source, 'server.ts'),
      'parley-mcp': join(source, 'index.ts'),
    },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
  });
  return outfile;
}

/** Starts a script as a stdio server, recorded, and gives the means to talk to it. */
export function start(script: string, options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: 'pipe', ...options });
  const recorder = new WireRecorder();
  const received: Json[] = [];
  const seen = { err: '' };
  if (child.stdout !== null) {
    const lines = createInterface({ input: child.stdout });
    lines.on('error', () => {});
    lines.on('line', (line) => {
      recorder.record('server', line);
      received.push(JSON.parse(line));
    });
  }
  child.stderr?.on('data', (chunk) => {
    seen.err += chunk;
  });
  child.stdin?.on('error', () => {});
  const send = (message: Json) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    recorder.record('client', text);
    child.stdin?.write(`${text}\n`);
  };
  const ask = async (message: Json): Promise<Json> => {
    send(message);
    return vi.waitFor(
      () => {
        const found = received.find(({ id, method }) => id === message.id && method === undefined);
        expect(found).toBeDefined();
        return found ?? {};
      },
      { timeout: 10_000 },
    );
  };
  const clientInfo = { name: 'c', version: '1' };
  return {
    child,
    seen,
    received,
    recorder,
    send,
    ask,
    open: async (version = '2025-11-25') => {
      await ask({
        id: 'open',
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo },
      });
      send({ method: 'notifications/initialized' });
    },
    logged: (text: string) => vi.waitFor(() => expect(seen.err).toContain(text), { timeout: 10_000 }),
    exit: new Promise<number | NodeJS.Signals | null>((resolve) =>
      child.once('close', (code, signal) => resolve(code ?? signal)),
    ),
  };
}
