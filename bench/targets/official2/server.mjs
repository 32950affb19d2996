import { McpServer } from '@modelcontextprotocol/server';
import { extraSchema, extraTools, RESOURCE_URI, schemas, text } from '../../shared/tools.mjs';

const extras = extraTools();
const INLINE = process.env.INLINE_SCHEMAS === '1'; // build every zod schema inside the factory, as the SDK's examples do
let z;
if (INLINE) ({ z } = await import('zod'));

/** `publish` is supplied by the HTTP entry (the handler's notifier). */
export const makeBuild =
  (publish = () => {}) =>
  () => {
    const s = new McpServer(
      { name: 'official2', version: '1.0.0' },
      { capabilities: { resources: { subscribe: true } } },
    );
    const sc = INLINE
      ? {
          add: z.object({ a: z.number(), b: z.number() }),
          echo: z.object({ text: z.string() }),
          progress: z.object({ count: z.number().int() }),
          publish: z.object({ count: z.number().int() }),
        }
      : schemas;
    s.registerTool('add', { description: 'add', inputSchema: sc.add }, async ({ a, b }) => text(String(a + b)));
    s.registerTool('echo', { description: 'echo', inputSchema: sc.echo }, async ({ text: t }) => text(t));
    s.registerTool('progress', { description: 'progress', inputSchema: sc.progress }, async ({ count }, ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      for (let i = 1; i <= count; i++)
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress: i, total: count },
        });
      return text('done');
    });
    s.registerTool('publish', { description: 'publish', inputSchema: sc.publish }, async ({ count }) => {
      for (let i = 0; i < count; i++) publish(RESOURCE_URI);
      return text('ok');
    });
    s.registerResource('r', RESOURCE_URI, {}, async () => ({ contents: [] }));
    for (const t of extras)
      s.registerTool(
        t.name,
        { title: t.title, description: t.description, inputSchema: INLINE ? extraSchema() : t.schema },
        async () => text('ok'),
      );
    return s;
  };
