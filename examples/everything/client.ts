// The client that the official conformance suite runs: `client URL`, with the scenario named by MCP_CONFORMANCE_SCENARIO.
import { scenarios } from './client-scenarios.js';

const url = process.argv.at(-1);
const name = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const scenario = scenarios.get(name);
if (scenario === undefined || url === undefined) {
  console.error(
    `Unknown scenario "${name}"; MCP_CONFORMANCE_SCENARIO has to be one of ${[...scenarios.keys()].join(', ')}`,
  );
  process.exitCode = 1;
} else {
  await scenario(url, JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'));
  console.log(`${name} finished`); // test/conformance looks for this
}
