import { FastMCP } from 'fastmcp';
import { extraTools, schemas } from '../../shared/tools.mjs';
export const build = () => {
  const quiet = { debug() {}, error() {}, info() {}, log() {}, warn() {} };
  const s = new FastMCP({ name: 'fastmcp', version: '1.0.0', logger: quiet, ping: { enabled: false } });
  s.addTool({ name: 'add', description: 'add', parameters: schemas.add, execute: async ({ a, b }) => String(a + b) });
  s.addTool({ name: 'echo', description: 'echo', parameters: schemas.echo, execute: async ({ text }) => text });
  s.addTool({
    name: 'progress',
    description: 'progress',
    parameters: schemas.progress,
    execute: async ({ count }, { reportProgress }) => {
      for (let i = 1; i <= count; i++) await reportProgress({ progress: i, total: count });
      return 'done';
    },
  });
  for (const t of extraTools())
    s.addTool({ name: t.name, description: t.description, parameters: t.schema, execute: async () => 'ok' });
  return s;
};
