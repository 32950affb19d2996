// t: how soon the first event of a call arrives whose handler reports progress once and then works for 50 ms without a pause.
// `firstMs`: the handler awaits its report; `unawaitedMs`: it does not. node:http itself sends at the end of a turn.
import { headers, message, openSession } from '../shared/messages.mjs';
import { LOAD_CORE, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { post } from '../shared/raw-http.mjs';
import { interleave, median, summarise } from '../shared/stats.mjs';

const WORK_MS = 50;
const CALLS = 15;
let id = 600_000_000;

/** Milliseconds to the first event and to the result. */
async function one({ server, session }, awaited) {
  const params = { name: 'work', arguments: { ms: WORK_MS, awaited } };
  const own = ++id;
  const body = JSON.stringify(message(server.mode, 'tools/call', params, own, { progressToken: own }));
  const start = performance.now();
  let first;
  const onEvents = () => (first ??= performance.now() - start);
  const until = Buffer.from('"done"');
  const {
    sock,
    done,
    first: head,
  } = post(server.port, headers(server.mode, 'tools/call', params, session), body, {
    onEvents,
    until,
  });
  const events = await done;
  const doneMs = performance.now() - start;
  sock.destroy();
  if (events < 2) throw new Error(`${events} events: ${head()}`);
  return { first, doneMs };
}

async function sample(opened) {
  await quiet([SERVER_CORE, LOAD_CORE]);
  const times = { awaited: [], unawaited: [], done: [] };
  for (let call = 0; call < CALLS; call++) {
    const { first, doneMs } = await one(opened, true);
    times.awaited.push(first);
    times.done.push(doneMs);
    times.unawaited.push((await one(opened, false)).first);
  }
  return {
    firstMs: median(times.awaited),
    unawaitedMs: median(times.unawaited),
    doneMs: median(times.done),
  };
}

async function t(ctx) {
  const cases = [];
  const failed = {};
  for (const target of ctx.targets.filter(({ http, variant }) => http?.more?.includes('work') && !variant)) {
    for (const mode of target.http.modes) {
      try {
        // official2 streams in a session only when it is told to
        const server = await startHttp(target, mode, { env: { MORE: '1', SSE_RESPONSE: '1' } });
        const opened = { key: `${target.id} ${mode}`, server, session: await openSession(server.url, mode) };
        for (let warm = 0; warm < 5; warm++) await one(opened, true);
        cases.push(opened);
      } catch (error) {
        failed[`${target.id} ${mode}`] = { failed: error.message.slice(0, 300) };
      }
    }
  }
  const results = await interleave(cases, ctx.rounds, sample);
  for (const { server } of cases) await stop(server.child);
  return { ...summarise(results, 'floor modern', ['firstMs', 'unawaitedMs']), ...failed };
}
export const scenarios = { t };
