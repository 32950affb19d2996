// HTTP load with wrk, pinned to the load core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { headers, ID_MARK, message, openSession, parseReply } from './messages.mjs';
import { cpuUs, LOAD_CORE, ROOT, SERVER_CORE } from './proc.mjs';
import { busyUs, quiet } from './quiet.mjs';

const dir = mkdtempSync(path.join(tmpdir(), 'mcp-bench-'));
let serial = 0;

/** Prepares one request against a running server, sends it once, and checks the reply. `meta`: what its `_meta` has besides. */
export async function prepare(server, method, params, check, meta) {
  const { url, mode } = server;
  const session = await openSession(url, mode);
  const h = headers(mode, method, params, session);
  const body = JSON.stringify(message(mode, method, params, ID_MARK, meta));
  const r = await fetch(url, { method: 'POST', headers: h, body: body.replace(String(ID_MARK), '7') });
  const txt = await r.text();
  const type = r.headers.get('content-type');
  const reply = r.ok ? parseReply(type, txt, 7) : undefined;
  if (!reply?.result || !check(reply.result))
    throw new Error(`${server.target.id} ${mode} ${method}: HTTP ${r.status} ${txt.slice(0, 300)}`);
  const base = path.join(dir, String(++serial));
  writeFileSync(`${base}.body`, body);
  writeFileSync(
    `${base}.head`,
    Object.entries(h)
      .map(([k, v]) => `${k}: ${v}\r\n`)
      .join(''),
  );
  return { server, base, url, sse: type?.includes('event-stream'), replyBytes: txt.length };
}
/** One timed burst; returns requests/s, server CPU per request and latency percentiles (microseconds). */
export async function burst(prep, { connections, seconds }) {
  await quiet([SERVER_CORE, LOAD_CORE]);
  const b0 = busyUs(SERVER_CORE),
    t0 = performance.now();
  const c0 = cpuUs(prep.server.pid);
  const w = spawn('taskset', [
    '-c',
    LOAD_CORE,
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    path.join(ROOT, 'shared/wrk.lua'),
    prep.url,
    '--',
    `${prep.base}.body`,
    String(ID_MARK),
    `${prep.base}.head`,
  ]);
  let out = '';
  w.stdout.on('data', (d) => (out += d));
  w.stderr.on('data', (d) => (out += d));
  await once(w, 'close');
  const c1 = cpuUs(prep.server.pid);
  // share of the server's core that other processes took during the burst
  const noise = Math.max(0, busyUs(SERVER_CORE) - b0 - (c1 - c0)) / ((performance.now() - t0) * 1000);
  const m = /JSON(\{.*\})/.exec(out);
  if (!m) throw new Error(`wrk: ${out.slice(-500)}`);
  const r = JSON.parse(m[1]);
  const errors = r.errConnect + r.errRead + r.errWrite + r.errStatus + r.errTimeout;
  return {
    rps: r.requests / (r.durationUs / 1e6),
    cpuUs: (c1 - c0) / r.requests,
    p50: r.p50,
    p90: r.p90,
    p99: r.p99,
    n: r.requests,
    errors,
    noise,
  };
}
/** Sends requests until the JIT has settled: at least `count`, at most `seconds`. */
export async function warm(prep, { count = 12_000, seconds = 14 } = {}) {
  let n = 0;
  for (let t = Date.now(); n < count && Date.now() - t < seconds * 1000; )
    n += (await burst(prep, { connections: 16, seconds: 2 })).n;
  return n;
}
