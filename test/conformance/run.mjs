// Runs the official conformance suite against the everything server and client: `npm run conformance`.
// Fails when a gated scenario did not run, has no success, or has a failure or a warning (see gate.mjs). What the suite wrote is
// in test/conformance/results afterwards.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../examples/everything/bundle.mjs';
import { end, start } from './children.mjs';
import { findNode } from './find-node.mjs';
import { gatedScenarios, legs, suiteFolder } from './gate.mjs';
import { report } from './report.mjs';
import { tally } from './tally.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const results = fileURLToPath(new URL('results', import.meta.url));
const startMs = 20_000;
const legMs = 180_000;

// The suite runs under the Node found for it, but what it starts by the name `node` runs under this one.
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };

const suiteNode = findNode();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const client = await bundle('client');
const { server, url } = await startServer(await bundle('server'));

const outcomes = [];
for (const leg of legs) {
  const folder = join(results, leg.name);
  await runLeg(leg, folder);
  outcomes.push({ leg, scores: tally(folder, leg.side), gated: gatedScenarios(leg) });
}
end(server);

const { passed, failed } = report(outcomes);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Starts the server on a port that is free, and waits until it says where it is. */
function startServer(file) {
  const child = start(process.execPath, [file], { cwd: root, env: { ...env, PORT: '0' } });
  return new Promise((resolve, reject) => {
    let said = '';
    const give = (reason) => reject(new Error(`The everything server ${reason}. It said: ${said}`));
    const deadline = setTimeout(() => give(`was not ready within ${startMs} ms`), startMs);
    child.on('error', (error) => give(`could not be started (${error.message})`));
    child.on('exit', () => give('has ended'));
    child.stdout.resume();
    child.stderr.on('data', (text) => {
      said += text;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address === undefined) return;
      clearTimeout(deadline);
      resolve({ server: child, url: address });
    });
  });
}

/** Runs the suite for one side and revision; what it prints is kept beside its results. Its exit code tells nothing. */
function runLeg({ side, revision }, folder) {
  const target = side === 'server' ? ['--url', url] : ['--command', `node ${client.slice(root.length)}`];
  const args = [join(suiteFolder, 'dist/index.js'), side, ...target, '--requirements', revision, '-o', folder];
  const child = start(suiteNode, args, { cwd: root, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      said += `\nEnded after ${legMs} ms.\n`;
      end(child);
    }, legMs);
    child.on('error', (error) => {
      said += `\n${error.message}\n`;
    });
    child.on('close', () => {
      clearTimeout(deadline);
      end(child);
      writeFileSync(`${folder}.log`, said);
      resolve();
    });
  });
}
