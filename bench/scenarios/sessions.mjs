// s: 1,000 legacy sessions, each with an open GET stream: memory for each of them, 20 changes of the list of tools told to all,
// and what a call in one session costs while the others are open. Each sample starts a fresh server.

import { caller } from '../shared/keep-alive.mjs';
import { burst, prepare, warm } from '../shared/load.mjs';
import { LEGACY, openSession } from '../shared/messages.mjs';
import { ask, cpuUs, LOAD_CORE, rssKb, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet, sleep } from '../shared/quiet.mjs';
import { get } from '../shared/raw-http.mjs';
import { interleave, median, summarise } from '../shared/stats.mjs';

const SESSIONS = 1000;
const CHANGES = 20;
const add = ['tools/call', { name: 'add', arguments: { a: 2, b: 3 } }, (result) => result.content[0].text === '5'];

/** Counts events of all streams; `reach` resolves when as many more have come. */
function counter() {
  let got = 0;
  let goal = Number.POSITIVE_INFINITY;
  let reached;
  return {
    onEvents(count) {
      got += count;
      if (got >= goal) reached();
    },
    reach: (more) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${got} of ${goal} events`)), 30_000);
        goal = got + more;
        reached = () => {
          clearTimeout(timer);
          goal = Number.POSITIVE_INFINITY;
          resolve();
        };
      }),
  };
}

/** Opens sessions, each with its stream; gives the sockets of the streams. */
async function openStreams(server, onEvents) {
  const sockets = [];
  for (let opened = 0; opened < SESSIONS; opened++) {
    const session = await openSession(server.url, 'legacy-session');
    const head = { accept: 'text/event-stream', 'mcp-protocol-version': LEGACY, 'mcp-session-id': session };
    const { sock, begun } = get(server.port, head, { onEvents });
    await begun;
    sockets.push(sock);
  }
  return sockets;
}

async function deliver(server, { reach }) {
  const teller = caller(server, await openSession(server.url, 'legacy-session'));
  const times = [];
  const cpu = [];
  for (let round = 0; round < 6; round++) {
    const before = cpuUs(server.pid);
    const start = performance.now();
    const all = reach(SESSIONS * CHANGES);
    await Promise.all([teller.call('announce', { count: CHANGES }), all]);
    times.push(performance.now() - start);
    cpu.push((cpuUs(server.pid) - before) / (SESSIONS * CHANGES));
  }
  teller.close();
  return { deliverMs: median(times), cpuUsPerEvent: median(cpu) };
}

async function sample({ target }) {
  const server = await startHttp(target, 'legacy-session', { env: { MORE: '1' }, nodeArgs: ['--expose-gc'] });
  let sockets = [];
  try {
    const prepared = await prepare(server, ...add);
    await warm(prepared, { count: 8000, seconds: 6 });
    const alone = await burst(prepared, { connections: 16, seconds: 2 });
    const heapBefore = await ask(server.child, 'memory');
    const rssBefore = rssKb(server.pid);
    await quiet([SERVER_CORE, LOAD_CORE]);
    const events = counter();
    const start = performance.now();
    sockets = await openStreams(server, events.onEvents);
    const openMs = performance.now() - start;
    await sleep(300);
    const rss = rssKb(server.pid) - rssBefore;
    const heap = (await ask(server.child, 'memory')).heapUsed - heapBefore.heapUsed;
    const delivered = await deliver(server, events);
    const among = await burst(prepared, { connections: 16, seconds: 2 });
    return {
      openMs,
      rssKbPerSession: rss / SESSIONS,
      heapKbPerSession: heap / 1024 / SESSIONS,
      ...delivered,
      cpuUs: among.cpuUs,
      cpuUsAlone: alone.cpuUs,
      callRatio: among.cpuUs / alone.cpuUs,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await stop(server.child);
  }
}

async function s(ctx) {
  const cases = ctx.targets
    .filter(({ http, variant }) => http?.more?.includes('announce') && !variant)
    .map((target) => ({ key: target.id, target }));
  const metrics = ['openMs', 'rssKbPerSession', 'deliverMs', 'cpuUsPerEvent', 'cpuUs'];
  return summarise(await interleave(cases, ctx.rounds, sample), 'official2', metrics);
}
export const scenarios = { s };
