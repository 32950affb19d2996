// node micro.mjs [--gate] [--budget 8] [--tools 0] [--what http|memory] : our share of one modern tools/call, in microseconds.
// http: through the HTTP core as a host hands a call over, without sockets: guard, parse, ladder, validation, dispatch, stamping,
// encoding. memory: from the client's verb to its result, client and server in this process.
// The lowest of many repetitions counts: whatever disturbs a measurement only adds to it.
import { parseArgs } from 'node:util';
import { prepare } from './shared/ready.mjs';

const { values } = parseArgs({
  options: {
    gate: { type: 'boolean', default: false },
    budget: { type: 'string', default: '8' },
    tools: { type: 'string', default: '0' },
    what: { type: 'string', default: 'http' },
    repetitions: { type: 'string', default: '200' },
    calls: { type: 'string', default: '4000' },
  },
});
process.env.TOOLS = values.tools;
prepare('micro');
const ways = { http: './shared/micro-http.mjs', memory: './shared/micro-memory.mjs' };
const { prepareCalls } = await import(ways[values.what]);

/** Runs this many calls, and throws unless each was answered rightly. */
const run = await prepareCalls();
const calls = Number(values.calls);
const spans = [];
for (let repetition = 0; repetition < Number(values.repetitions); repetition++) {
  const start = performance.now();
  await run(calls);
  spans.push(((performance.now() - start) / calls) * 1000);
  await new Promise((resolve) => setImmediate(resolve));
}
spans.sort((a, b) => a - b);
const [lowest = Number.NaN] = spans;
const median = spans[spans.length >> 1] ?? Number.NaN;
const figures = `${lowest.toFixed(2)} µs (lowest), ${median.toFixed(2)} µs (median)`;
console.log(`our share of a call, ${values.what}: ${figures}; budget ${values.budget} µs`);
process.exit(values.gate && lowest > Number(values.budget) ? 1 : 0);
