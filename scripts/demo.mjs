// npm run demo: one bookshop over HTTP and one over standard input and output, each visited by a client of both protocol eras.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildBookshop, load, programOf } from './demo-build.mjs';

const timeLimitMs = 60_000;
const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
const heading = (text) => console.log(`\n${paint('1;36', text)}`);
const say = (text) => {
  for (const line of text.split('\n')) console.log(`  ${line.startsWith('  ') ? paint(2, line) : line}`);
};

/** What the servers tell their operators; shown when something goes wrong. */
const operatorLines = [];
let shop;
const deadline = setTimeout(() => {
  console.error(`The demo did not end within ${timeLimitMs / 1000} seconds.`);
  shop?.kill('SIGKILL');
  process.exit(1);
}, timeLimitMs);

try {
  console.log('Building Parley and the bookshop (examples/bookshop) …');
  await buildBookshop();
  const { visit } = await load('client');

  shop = spawn(process.execPath, [programOf('http')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface({ input: shop.stderr }).on('line', (line) => operatorLines.push(line));
  const url = await openedAt(shop);
  heading(`One bookshop is open over HTTP, at ${url}`);
  heading('A client of the current protocol comes in: no handshake, every request stands alone.');
  await visit(url, { mode: 'modern' }, say);
  heading('A client of the older protocol comes in: it shakes hands first, and finds one Dune fewer on the shelf.');
  await visit(url, { mode: 'legacy' }, say);
  shop.kill('SIGTERM');
  const [status] = shop.exitCode === null ? await once(shop, 'exit') : [shop.exitCode];
  heading(`The bookshop over HTTP was asked to close, and ended with status ${status}.`);

  const program = { command: process.execPath, args: [programOf('stdio')], stderr: (line) => operatorLines.push(line) };
  heading(
    'A host starts a bookshop of its own and talks to it through pipes: first as a client of the current protocol …',
  );
  await visit(program, { mode: 'modern' }, say);
  heading('… then once more, with a fresh process, as a client of the older one.');
  await visit(program, { mode: 'legacy' }, say);

  heading(
    'Four visits, one server file, which asks, reports and tells of changes without a word about eras.\nIt is examples/bookshop/server.ts; the visitor is examples/bookshop/client.ts.',
  );
} catch (error) {
  console.error(operatorLines.join('\n'));
  console.error(error);
  shop?.kill('SIGKILL');
  process.exitCode = 1;
} finally {
  clearTimeout(deadline);
}

/** Waits for the line in which the server says where it is. */
async function openedAt(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('The bookshop ended before it was open.');
}
