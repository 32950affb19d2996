// Compares what each entry exports with what the module exports that it comes from. Prints the differences as JSON.
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const differences = [];
for (const [name, targets] of Object.entries(exports)) {
  if (targets.node === undefined) continue;
  const specifier = name.replace('.', 'parley-mcp');
  const joined = await import(specifier);
  const alone = await import(new URL(targets.default, root).href);
  const url = import.meta.resolve(specifier);
  if (!url.endsWith(targets.node.slice(1))) differences.push(`${specifier} is ${url}`);
  if (Object.keys(joined).join() !== Object.keys(alone).join()) {
    differences.push(`${specifier} exports ${Object.keys(joined)}, not ${Object.keys(alone)}`);
  }
  for (const [each, value] of Object.entries(alone)) {
    const other = joined[each];
    if (typeof other !== typeof value) differences.push(`${specifier}: ${each} is a ${typeof other}`);
    else if (other?.name !== value?.name) differences.push(`${specifier}: ${each} is called ${other?.name}`);
  }
}
console.log(JSON.stringify(differences));
