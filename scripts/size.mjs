// Bundles the smallest useful programs with the built package the way a user's bundler would, and fails when one has grown over its budget,
// takes something of Node into neutral code, or carries code generation. Bytes are of minified code, gzipped; the user's schema library
// is not part of them. Builds dist/ when it is older than src/.
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ensureBuilt } from './must-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const kib = 1024;

ensureBuilt(root);

const helloServer = (serve) => `
  import { McpServer } from 'parley-mcp';
  const server = new McpServer({ name: 'hello', version: '1.0.0' });
  server.tool('greet', { inputSchema: { type: 'object', properties: { name: { type: 'string' } } } }, ({ name }) => 'Hello ' + name);
  ${serve}`;

/**
 * What is measured: bytes that are loaded before the first message. `budget` is the gate, which no change may pass. `neutral`: runs without Node.
 * `awaited`: parts that come by `import()`, but before the first message all the same.
 */
const programs = [
  {
    name: 'server over HTTP on Node',
    budget: 26.1 * kib,
    code: `import { serveHttp } from 'parley-mcp/node';${helloServer('await serveHttp(server);')}`,
  },
  {
    name: 'server over HTTP, fetch',
    budget: 24.9 * kib,
    neutral: true,
    code: `import { createHttpHandler } from 'parley-mcp/server';${helloServer('export default { fetch: createHttpHandler(server).fetch };')}`,
  },
  {
    name: 'server over stdio',
    budget: 25 * kib,
    code: `import { serveStdio } from 'parley-mcp/stdio';${helloServer('await serveStdio(server);')}`,
  },
  {
    name: 'low-level server, fetch',
    budget: 18.5 * kib,
    neutral: true,
    awaited: ['dist/server/complete-result.js'],
    code: `import { createHttpHandler, Server } from 'parley-mcp/server';
      const server = new Server({ name: 'hello', version: '1.0.0' }, { handlers: { 'tools/list': () => [], 'tools/call': () => 'Hello' } });
      export default { fetch: createHttpHandler(server).fetch };`,
  },
  {
    name: 'client, browser',
    budget: 18.6 * kib,
    neutral: true,
    awaited: ['dist/client/connect.js'],
    code: `import { Client } from 'parley-mcp/client';
      const client = await Client.connect('http://localhost:3000/mcp');
      console.log(await client.callTool('greet', { name: 'Ada' }));`,
  },
  {
    name: 'client on Node',
    budget: 19.9 * kib,
    awaited: ['dist/client/connect.js'],
    code: `import { Client } from 'parley-mcp';
      const client = await Client.connect('http://localhost:3000/mcp');
      console.log(await client.callTool('greet', { name: 'Ada' }));`,
  },
];

/** Leaves what waits for `import()` out of the bundle, and notes it. */
const lazyImports = (found) => ({
  name: 'lazy-imports',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'inner' || isBuiltin(path)) return undefined;
      const resolved = await resolve(path, { kind, resolveDir, pluginData: 'inner' });
      found.add(resolved.path);
      return { path, external: true };
    });
  },
});

async function bundle(input, neutral) {
  const lazy = new Set();
  const result = await build({
    ...input,
    plugins: [lazyImports(lazy)],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    platform: neutral ? 'neutral' : 'node',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    outdir: `${root}node_modules/.size`,
    legalComments: 'none',
    logLevel: 'error',
  });
  const [output] = Object.values(result.metafile.outputs);
  const [{ text, contents }] = result.outputFiles;
  return { ...output, text, gzip: gzipSync(contents, { level: 9 }).length, lazy: [...lazy] };
}

const program = ({ code, awaited = [] }) => ({
  stdin: {
    contents: `${awaited.map((file) => `export * from './${file}';`).join('\n')}${code}`,
    resolveDir: root,
    sourcefile: 'program.mjs',
  },
});

/** Minified bytes by input file, the largest first. */
function contributors({ inputs }) {
  return Object.entries(inputs)
    .map(([input, { bytesInOutput }]) => [input, bytesInOutput])
    .sort((a, b) => b[1] - a[1]);
}

function problemsOf({ budget, neutral }, { gzip, text, imports }) {
  const problems = [];
  if (gzip > budget) problems.push(`${gzip} bytes is over its budget of ${budget}`);
  if (/\beval\s*\(|\bnew Function\b|[^.\w]Function\s*\(/.test(text))
    problems.push('it can generate code (eval or Function)');
  const builtins = imports
    .filter(({ path, kind }) => kind === 'import-statement' && isBuiltin(path))
    .map(({ path }) => path);
  if (neutral && builtins.length > 0) problems.push(`neutral code imports ${[...new Set(builtins)].join(', ')}`);
  return problems;
}

const show = (bytes) => `${(bytes / kib).toFixed(2).padStart(6)} KiB`;
const failures = [];
for (const each of programs) {
  const bundled = await bundle(program(each), each.neutral);
  console.log(`${show(bundled.gzip)} of ${show(each.budget)}  ${each.name}  (${bundled.bytes} bytes minified)`);
  for (const path of bundled.lazy) {
    if (each.awaited?.some((file) => path === `${root}${file}`)) continue;
    const { gzip } = await bundle({ entryPoints: [path] }, each.neutral);
    console.log(`   + ${show(gzip)} only when used: ${path.replace(root, '')}`);
  }
  const shown = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 10;
  for (const [input, size] of contributors(bundled).slice(0, shown))
    console.log(`      ${String(size).padStart(6)}  ${input}`);
  for (const problem of problemsOf(each, bundled)) failures.push(`${each.name}: ${problem}`);
}
for (const failure of failures) console.error(`FAILED  ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
