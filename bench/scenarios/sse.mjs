// d: a tool call that streams 1,000 progress notifications; e: 1,000 open subscriptions/listen streams,
// and 20 updates of one resource; e20: the same with one update of each of 20 resources, all in one turn of the event loop.

import { headers, message, openSession } from '../shared/messages.mjs';
import { cpuUs, LOAD_CORE, rssKb, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet, sleep } from '../shared/quiet.mjs';
import { post } from '../shared/raw-http.mjs';
import { interleave, summarise } from '../shared/stats.mjs';
import { RESOURCE_URI, uriOf } from '../shared/tools.mjs';

const COUNT = 1000;
let id = 200000000;

async function progressCall({ server, session }) {
  const params = { name: 'progress', arguments: { count: COUNT } };
  const n = ++id;
  const body = JSON.stringify(message(server.mode, 'tools/call', params, n, { progressToken: n }));
  const t0 = performance.now();
  // the final reply is the only message with this text
  const p = post(server.port, headers(server.mode, 'tools/call', params, session), body, {
    until: Buffer.from('"done"'),
  });
  const events = await p.done;
  const ms = performance.now() - t0;
  p.sock.destroy();
  if (events < COUNT + 1) throw new Error(`only ${events} events: ${p.first()}`);
  return ms;
}
async function d(ctx) {
  const cases = [];
  const failed = {};
  for (const t of ctx.targets.filter((t) => t.http && (!t.variant || t.id.endsWith('-sse')))) {
    for (const mode of t.http.modes) {
      if (!t.variant && mode !== 'modern') continue; // legacy streams need SSE replies: the -sse variants
      try {
        const server = await startHttp(t, mode);
        const c = { key: `${t.id} ${mode}`, server, session: await openSession(server.url, mode) };
        for (let i = 0, t0 = Date.now(); i < 40 && Date.now() - t0 < 10_000; i++) await progressCall(c);
        cases.push(c);
      } catch (e) {
        failed[`${t.id} ${mode}`] = { failed: e.message.slice(0, 300) };
      }
    }
  }
  const res = await interleave(cases, ctx.rounds, async (c) => {
    await quiet([SERVER_CORE, LOAD_CORE]);
    const c0 = cpuUs(c.server.pid);
    const times = [];
    const N = 100; // processor time is told in hundredths of a second: 20 calls of the floor are but eight of them
    for (let i = 0; i < N; i++) times.push(await progressCall(c));
    times.sort((a, b) => a - b);
    const ms = times[N >> 1];
    return { callMs: ms, eventsPerS: (COUNT * 1000) / ms, cpuUs: (cpuUs(c.server.pid) - c0) / N / COUNT };
  });
  for (const c of cases) await stop(c.server.child);
  return { ...summarise(res, 'floor modern', ['callMs', 'cpuUs']), ...failed };
}

const STREAMS = 1000;
const EVENTS = 20;
/** Each sample starts a fresh server, so that resident memory per stream is not blurred by earlier rounds. */
async function listenSample({ target, tool, uris, env }) {
  const server = await startHttp(target, 'modern', { env });
  const socks = [];
  try {
    await quiet([SERVER_CORE, LOAD_CORE]);
    let got = 0;
    let reached;
    let goal = STREAMS;
    const wait = (g) =>
      new Promise((ok, no) => {
        goal = g;
        reached = ok;
        if (got >= g) ok();
        setTimeout(() => no(new Error(`${got}/${g} events`)), 30_000).unref();
      });
    const onEvents = (n) => {
      got += n;
      if (got >= goal) reached?.();
    };
    const params = { notifications: { resourceSubscriptions: uris } };
    const h = headers('modern', 'subscriptions/listen');
    const pub = { name: tool, arguments: { count: EVENTS } };
    const publish = async () => {
      const r = await fetch(server.url, {
        method: 'POST',
        headers: headers('modern', 'tools/call', pub),
        body: JSON.stringify(message('modern', 'tools/call', pub, ++id)),
      });
      await r.text();
    };
    await publish(); // first-call costs, with no listener
    const rss0 = rssKb(server.pid);
    const t0 = performance.now();
    for (let i = 0; i < STREAMS; i++) {
      socks.push(
        post(server.port, h, JSON.stringify(message('modern', 'subscriptions/listen', params, 300000000 + i)), {
          onEvents,
        }).sock,
      );
      if (i % 50 === 49) await sleep(1);
    }
    await wait(STREAMS);
    const openMs = performance.now() - t0;
    await sleep(300);
    const rss1 = rssKb(server.pid);
    const deliver = [];
    const cpu = [];
    for (let k = 1; k <= 6; k++) {
      const c0 = cpuUs(server.pid);
      const t1 = performance.now();
      const w = wait(STREAMS + k * STREAMS * EVENTS);
      await publish();
      await w;
      deliver.push(performance.now() - t1);
      cpu.push(cpuUs(server.pid) - c0);
    }
    deliver.sort((a, b) => a - b);
    return {
      openMs,
      rssKbPerStream: (rss1 - rss0) / STREAMS,
      deliverMs: (deliver[2] + deliver[3]) / 2,
      cpuUsPerEvent: cpu.reduce((a, b) => a + b) / 6 / (STREAMS * EVENTS),
    };
  } finally {
    for (const s of socks) s.destroy();
    await stop(server.child);
  }
}
async function listen(ctx, picked, how) {
  const cases = ctx.targets.filter(picked).map((target) => ({ key: target.id, target, ...how }));
  const results = await interleave(cases, ctx.rounds, listenSample);
  return summarise(results, 'floor', ['openMs', 'rssKbPerStream', 'deliverMs', 'cpuUsPerEvent']);
}
const e = (ctx) => listen(ctx, ({ http }) => http?.listen, { tool: 'publish', uris: [RESOURCE_URI] });
const e20 = (ctx) =>
  listen(ctx, ({ http }) => http?.more?.includes('publish_each'), {
    tool: 'publish_each',
    uris: Array.from({ length: EVENTS }, (_, index) => uriOf(index + 1)),
    env: { MORE: '1' },
  });
export const scenarios = { d, e, e20 };
