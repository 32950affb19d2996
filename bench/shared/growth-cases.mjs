// Servers of each family of growth-families.mjs: for a size, a function that calls `add` as often as it is told to, without sockets.
import { createHttpCore } from '../../dist/server/http.js';
import { build } from '../targets/parley/server.mjs';
import { initialize, initialized, message } from './messages.mjs';
import { Call, headOf, prepareAdd, StreamCall } from './micro-call.mjs';
import { extraTools, RESOURCE_URI } from './tools.mjs';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const bare = (options) => build({ extra: [], more: false, ...options });

/** By the names of the families. */
export const prepared = {
  'registered tools': withTools,
  'open listen streams of others': withStreams,
  'open sessions of others, a modern call': (size) => withSessions(size, 'modern'),
  'open sessions of others, a call in one': (size) => withSessions(size, 'legacy-session'),
  'calls before': withCallsBefore,
  'calls before, in a session': withCallsBeforeInSession,
};

async function withTools(size) {
  const own = 4;
  return prepareAdd(createHttpCore(bare({ extra: extraTools(size - own) })));
}

async function withStreams(size) {
  const core = createHttpCore(bare({ maxSubscriptions: size + 1 }));
  const run = await prepareAdd(core);
  const params = { notifications: { resourceSubscriptions: [RESOURCE_URI], toolsListChanged: true } };
  const head = headOf('modern', 'subscriptions/listen', params);
  const streams = [];
  for (let opened = 0; opened < size; opened++) {
    const call = new StreamCall(head, JSON.stringify(message('modern', 'subscriptions/listen', params, opened)));
    core.handle(call);
    streams.push(call);
    if (opened % 500 === 0) await turn();
  }
  await until(() => streams.every(({ stream }) => stream?.events === 1), `${size} listen streams`);
  return run;
}

async function withSessions(size, mode) {
  const core = createHttpCore(bare(), { maxSessions: size + 1 });
  await prepareAdd(core); // loads what is loaded late
  const sessions = [];
  for (let opened = 0; opened < size; opened++) sessions.push(await openSession(core));
  return prepareAdd(core, mode, mode === 'modern' ? undefined : sessions[size >> 1]);
}

async function withCallsBefore(size) {
  const run = await prepareAdd(createHttpCore(bare()));
  run(size);
  return run;
}

async function withCallsBeforeInSession(size) {
  const core = createHttpCore(bare());
  const run = await prepareAdd(core, 'legacy-session', await openSession(core));
  run(size);
  return run;
}

/** Shakes hands and opens the session's own stream; gives the session's id. */
async function openSession(core) {
  const opening = new Call(headOf('legacy-session', 'initialize'), JSON.stringify(initialize));
  core.handle(opening);
  await until(() => opening.answer !== undefined, 'the answer to initialize');
  const at = opening.answerHeaders.indexOf('mcp-session-id');
  const session = opening.answerHeaders[at + 1];
  const notified = new Call(
    headOf('legacy-session', 'notifications/initialized', {}, session),
    JSON.stringify(initialized),
  );
  core.handle(notified);
  const head = { ...headOf('legacy-session', 'ping', {}, session), method: 'GET' };
  const standing = new StreamCall(head, '');
  core.handle(standing);
  await until(() => standing.stream !== undefined, 'the stream of a session');
  return session;
}

async function until(isTrue, what) {
  for (const end = performance.now() + 10_000; performance.now() < end; await turn()) if (isTrue()) return;
  throw new Error(`${what} did not come`);
}
