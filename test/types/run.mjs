// Compiles the cases beside this file against the package's declarations, as users have them, with every supported TypeScript.
//   accepted/  must compile; their checks compare types exactly
//   refused/   each line below a `// refused: text` must give an error that contains the text, and no other line may
// and counts what a hundred tools cost the compiler. Compilers are called by path: an alias of one can take over `tsc`.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/must-build.mjs';
import { costFiles, mostPerTool, toolCount } from './cost.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The checkout whose declarations are tested; another one can be named. */
const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const generated = `${here}node_modules/.generated/`;

const compilers = [
  { folder: 'typescript-5', version: '5.9.3' },
  { folder: 'typescript-6', version: '6.0.3' },
  { folder: 'typescript-7', version: '7.0.2' },
];
const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];
const failures = [];

/** Puts the package's declarations where a user would have them, without touching the checkout's own build. */
function installPackage() {
  const target = `${here}node_modules/parley-mcp/`;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(`${root}/package.json`, `${target}package.json`);
  ensureBuilt(root);
  const isDeclaration = (path) =>
    !path.startsWith(`${root}/dist/joined`) && (path.endsWith('.d.ts') || !/\.\w+$/.test(path));
  cpSync(`${root}/dist`, `${target}dist`, { recursive: true, filter: isDeclaration });
}

function writeProject(name, files, { exact, resolution }) {
  const compilerOptions = {
    ...resolution,
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [`${here}node_modules/@types`],
    strict: true,
    exactOptionalPropertyTypes: exact,
    declaration: true,
    noEmit: true,
    skipLibCheck: false,
  };
  const path = `${generated}${name}.json`;
  writeFileSync(path, JSON.stringify({ compilerOptions, files }, undefined, 2));
  return path;
}

function compile(compiler, project, ...options) {
  const path = `${here}node_modules/${compiler.folder}/bin/tsc`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, '-p', project, '--pretty', 'false', ...options], { cwd: here });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', () => resolve(output));
  });
}

const casesIn = (folder) =>
  readdirSync(`${here}${folder}`)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${here}${folder}/${name}`);

/** The errors of a compilation: file relative to this folder, line, and the whole message with its continuations. */
function errorsOf(output) {
  const errors = [];
  for (const line of output.split('\n')) {
    const match = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line);
    if (match !== null) errors.push({ file: match[1], line: Number(match[2]), text: match[3] });
    else if (/^error /.test(line)) errors.push({ file: '', line: 0, text: line });
    else if (/^ +\S/.test(line) && errors.length > 0) errors.at(-1).text += `\n${line}`;
  }
  return errors;
}

/** What must be refused: from the line below a `// refused:` to the one before the next comment or empty line. */
function expectations(files) {
  return files.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const text = /^\s*\/\/ refused: (.*)$/.exec(line)?.[1];
      if (text === undefined) return [];
      const length = lines.slice(index + 1).findIndex((next) => next === '' || next.startsWith('//'));
      return [{ file: path.slice(here.length), first: index + 2, last: index + 1 + length, text }];
    });
  });
}

const within = (expected, { file, line }) => expected.file === file && expected.first <= line && line <= expected.last;

function judge(label, expected, errors) {
  for (const one of expected) {
    const found = errors.filter((error) => within(one, error));
    if (found.some(({ text }) => text.includes(one.text))) continue;
    const says = found.length === 0 ? 'it compiles' : `it says: ${found.map(({ text }) => text).join('\n  ')}`;
    failures.push(`${label}: ${one.file}:${one.first} should say: ${one.text}\n  ${says}`);
  }
  for (const error of errors) {
    if (!expected.some((one) => within(one, error)))
      failures.push(`${label}: ${error.file}:${error.line} ${error.text}`);
  }
}

async function judgeCases(compiler, exact, resolution) {
  const label = `${compiler.version} ${resolution.moduleResolution}${exact ? ' exactOptionalPropertyTypes' : ''}`;
  const refused = casesIn('refused');
  const files = [...casesIn('accepted'), ...refused];
  const project = writeProject(label.replaceAll(' ', '-'), files, { exact, resolution });
  judge(label, expectations(refused), errorsOf(await compile(compiler, project)));
  console.log(`checked   ${label}`);
}

async function instantiations(compiler, file) {
  const project = writeProject(`${file}-${compiler.version}`, [`${generated}${file}.ts`], {
    exact: true,
    resolution: resolutions[0],
  });
  const options = compiler.version.startsWith('7') ? ['--singleThreaded'] : []; // checkers count what they share twice
  const output = await compile(compiler, project, '--extendedDiagnostics', '--skipLibCheck', ...options);
  for (const { text } of errorsOf(output)) failures.push(`${compiler.version} ${file}: ${text}`);
  return Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]);
}

async function judgeCost(compiler) {
  const alone = await instantiations(compiler, 'schemas');
  const all = await instantiations(compiler, 'tools');
  const perTool = Math.ceil((all - alone) / toolCount);
  console.log(
    `counted   ${compiler.version}: ${perTool} of ${mostPerTool} instantiations for each tool above its schemas (${all} − ${alone})`,
  );
  if (!(perTool <= mostPerTool))
    failures.push(`${compiler.version}: ${perTool} instantiations for each tool; ${mostPerTool} are allowed`);
}

/** Runs jobs, as many at once as there are processors. */
async function runAll(jobs) {
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

for (const { folder, version } of compilers) {
  const { stdout } = spawnSync(process.execPath, [`${here}node_modules/${folder}/bin/tsc`, '--version'], {
    encoding: 'utf8',
  });
  if (stdout.trim() !== `Version ${version}`)
    throw new Error(`${folder} is "${stdout.trim()}", not ${version}: run npm ci in test/types.`);
}
rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
for (const [name, text] of Object.entries(costFiles())) writeFileSync(`${generated}${name}.ts`, text);
installPackage();
const [newest, ...older] = compilers.toReversed();
const [nodenext, bundler] = resolutions;
await runAll([
  ...resolutions.flatMap((resolution) => [true, false].map((exact) => () => judgeCases(newest, exact, resolution))),
  ...older.flatMap((compiler) => [
    () => judgeCases(compiler, true, nodenext),
    () => judgeCases(compiler, false, bundler),
  ]), // slow ones, each option once
  ...compilers.map((compiler) => () => judgeCost(compiler)),
]);
for (const failure of failures) console.error(`FAILED    ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
