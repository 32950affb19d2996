import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const script = `
import { compileSchema, compileUntrusted } from './index.js';
const schema = { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer', pattern: 'a' } }, unevaluatedProperties: false };
const mine = await compileSchema(schema, { where: 'test', direction: 'input', root: 'object' }).validate({ n: 'x' });
const theirs = await compileUntrusted(schema).validate({ n: 1 });
console.log(JSON.stringify([mine, theirs]));
`;

it('No code is ever generated from strings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-schema-'));
  try {
    const outfile = join(folder, 'check.mjs');
    const resolveDir = fileURLToPath(new URL('.', import.meta.url));
    await build({
      stdin: { contents: script, resolveDir },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'silent',
    });
    const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', outfile], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toMatchObject([
      { issues: ['n: expected integer, received string', 'n: expected a match with the pattern a, received string'] },
      { value: { n: 1 } },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
