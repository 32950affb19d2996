import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const s = new FastMCP({ name: 'hello', version: '1.0.0' });
s.addTool({
  name: 'add',
  description: 'add',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => String(a + b),
});
globalThis.hello = s;
