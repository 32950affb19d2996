import { McpServer } from '@modelcontextprotocol/server';
import {
  extraSchema,
  extraTools,
  MORE,
  moreSchemas,
  RESOURCE_URI,
  schemas,
  text,
  uriOf,
  work,
} from '../../shared/tools.mjs';

const extras = extraTools();
const INLINE = process.env.INLINE_SCHEMAS === '1'; // build every zod schema inside the factory, as the SDK's examples do
let z;
if (INLINE) ({ z } = await import('zod'));

/** `publish` and `announce` are supplied by the HTTP entry (the handler's notifier, its sessions). */
export const makeBuild =
  (publish = () => {}, announce = () => {}) =>
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
    if (MORE) addMore(s, publish, announce);
    s.registerResource('r', RESOURCE_URI, {}, async () => ({ contents: [] }));
    for (const t of extras)
      s.registerTool(
        t.name,
        { title: t.title, description: t.description, inputSchema: INLINE ? extraSchema() : t.schema },
        async () => text('ok'),
      );
    return s;
  };

function addMore(server, publish, announce) {
  server.registerTool('publish_each', { inputSchema: moreSchemas.publish_each }, async ({ count }) => {
    for (let sent = 1; sent <= count; sent++) publish(uriOf(sent));
    return text('ok');
  });
  server.registerTool('work', { inputSchema: moreSchemas.work }, async ({ ms, awaited }, { mcpReq }) => {
    const params = { progressToken: mcpReq._meta?.progressToken, progress: 1, total: 1 };
    const reported = mcpReq.notify({ method: 'notifications/progress', params });
    if (awaited) await reported;
    work(ms);
    return text('done');
  });
  server.registerTool('wait', { inputSchema: moreSchemas.wait }, async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return text('ok');
  });
  server.registerTool('announce', { inputSchema: moreSchemas.announce }, async ({ count }) => {
    for (let sent = 0; sent < count; sent++) announce();
    return text('ok');
  });
}
