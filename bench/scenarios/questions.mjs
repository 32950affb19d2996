// q: a call whose resolver asks (two rounds with sealed state between them) against two plain calls, over 16 connections. CPU
// and milliseconds are of a whole question, or of two calls.
import { caller } from '../shared/keep-alive.mjs';
import { cpuUs, LOAD_CORE, SERVER_CORE, startHttp, stop } from '../shared/proc.mjs';
import { quiet } from '../shared/quiet.mjs';
import { interleave, summarise } from '../shared/stats.mjs';

const CONNECTIONS = 16;
const PER_CONNECTION = 250;
const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
const book = { title: 'Dune' };

async function twoCalls({ call }) {
  for (let count = 0; count < 2; count++) {
    const { content } = await call('add', { a: 2, b: 3 }, { meta });
    if (content[0].text !== '5') throw new Error(`wrong answer: ${JSON.stringify(content)}`);
  }
}

/** Gives the length of the sealed state. */
async function question({ call }, tool) {
  const { inputRequests, requestState } = await call(tool, book, { meta });
  const [key] = Object.keys(inputRequests);
  const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
  const { content } = await call(tool, book, { meta, more: { inputResponses, requestState } });
  if (content[0].text !== 'true') throw new Error(`wrong answer: ${JSON.stringify(content)}`);
  return requestState.length;
}

const ways = {
  'two calls': twoCalls,
  question: (connection) => question(connection, 'ask'),
  'question, 1 kB of state': (connection) => question(connection, 'ask_large'),
};

async function sample({ server, connections, way }) {
  await quiet([SERVER_CORE, LOAD_CORE]);
  const cpuBefore = cpuUs(server.pid);
  const start = performance.now();
  let stateLength;
  await Promise.all(
    connections.map(async (connection) => {
      for (let count = 0; count < PER_CONNECTION; count++) stateLength = await way(connection);
    }),
  );
  const total = CONNECTIONS * PER_CONNECTION;
  const cpu = (cpuUs(server.pid) - cpuBefore) / total;
  return { cpuUs: cpu, ms: (performance.now() - start) / total, ...(stateLength && { stateLength }) };
}

async function q(ctx) {
  const cases = [];
  const failed = {};
  for (const target of ctx.targets.filter(({ id, variant, http }) => http && !variant && id !== 'floor-true')) {
    if (!target.http.modes.includes('modern')) continue;
    const server = await startHttp(target, 'modern', { env: { MORE: '1' } });
    const connections = Array.from({ length: CONNECTIONS }, () => caller(server));
    const asks = target.http.more?.includes('ask') ? Object.keys(ways) : ['two calls'];
    for (const name of asks) {
      const one = { key: `${target.id} ${name}`, server, connections, way: ways[name] };
      try {
        for (let warm = 0; warm < 3; warm++) await sample(one);
        cases.push(one);
      } catch (error) {
        failed[one.key] = { failed: error.message.slice(0, 300) };
      }
    }
  }
  const results = await interleave(cases, ctx.rounds, sample);
  for (const { connections } of cases) for (const connection of connections) connection.close();
  for (const server of new Set(cases.map((one) => one.server))) await stop(server.child);
  return { ...summarise(results, 'parley two calls', ['cpuUs', 'ms']), ...failed };
}
export const scenarios = { q };
