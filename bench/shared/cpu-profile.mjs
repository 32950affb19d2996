// Reads a V8 CPU profile: where the main thread's time went, by function, by package, and inclusive of what was called.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const skipped = new Set(['(idle)', '(program)', '(root)']);
const nodeParts = [
  [/^node:internal\/deps\/undici/, 'node: undici (fetch classes)'],
  [/webstreams/, 'node: web streams'],
  [/abort_controller|event_target/, 'node: AbortSignal/EventTarget'],
  [/http|net|stream_base|streams\//, 'node: http/net/streams'],
];

function ownerOf(node) {
  const { url, functionName } = node.callFrame;
  if (url === '') return `native ${functionName}`;
  const inPackage = /node_modules\/(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(url);
  if (inPackage !== null) return inPackage[1];
  if (url.startsWith('node:')) return nodeParts.find(([pattern]) => pattern.test(url))?.[1] ?? 'node: other';
  return url.includes('/dist/') ? `parley ${path.basename(path.dirname(url))}` : 'harness';
}

function nameOf(node) {
  const { functionName, url, lineNumber } = node.callFrame;
  return `${functionName || '(anonymous)'}  [${ownerOf(node)} ${path.basename(url)}:${lineNumber + 1}]`;
}

/** Microseconds by function, by owner, and by function with all that it called (counted once for each stack). */
export function readProfile(file) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const self = new Map();
  samples.forEach((id, index) => {
    self.set(id, (self.get(id) ?? 0) + timeDeltas[index]);
  });
  const found = { total: 0, functions: new Map(), owners: new Map(), inclusive: new Map() };
  const add = (map, key, us) => map.set(key, (map.get(key) ?? 0) + us);
  for (const [id, us] of self) {
    const node = byId.get(id);
    if (!skipped.has(node.callFrame.functionName)) {
      found.total += us;
      add(found.functions, nameOf(node), us);
      add(found.owners, ownerOf(node), us);
    }
    const seen = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) seen.add(nameOf(byId.get(at)));
    for (const name of seen) add(found.inclusive, name, us);
  }
  return found;
}

/** Prints the largest parts, in percent and in microseconds for each call. */
export function printProfile({ total, functions, owners, inclusive }, calls, top) {
  console.log(`${(total / calls).toFixed(1)} µs for each call on the main thread, start-up included (${calls} calls)`);
  const parts = [
    ['self time by function', functions, top],
    ['self time by package', owners, 16],
    ['inclusive time by function', inclusive, 45],
  ];
  for (const [title, map, count] of parts) {
    console.log(`\n${title}`);
    for (const [name, us] of [...map].sort((a, b) => b[1] - a[1]).slice(0, count)) {
      const share = ((us / total) * 100).toFixed(1).padStart(5);
      console.log(`${share}%  ${(us / calls).toFixed(2).padStart(7)} µs  ${name}`);
    }
  }
}
