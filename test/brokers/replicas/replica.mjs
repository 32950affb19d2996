// One process of a server that has several. What it is comes in REPLICA; what happens in it goes to its parent as messages.
import { z } from 'zod';
import { entry } from '../../interop/parley.mjs';
import { joinBus } from './buses.mjs';

const { name, way, brokerPort, keys } = JSON.parse(process.env.REPLICA);
/** The clock is the machine's, the same in all processes. */
const tell = (event) => process.send?.({ ...event, at: Number(process.hrtime.bigint()) });
const { McpServer, elicit, resolver } = await entry('index');
const { serveHttp } = await entry('node');
const { bus, leave } = await joinBus(way, brokerPort);

const server = new McpServer({
  name: 'warehouse',
  version: '1',
  subscriptions: bus,
  requestState: { keys },
  lifespan: () => ({
    async [Symbol.asyncDispose]() {
      await leave();
      tell({ type: 'left' });
    },
  }),
});

server.use((ctx, next) => {
  if (ctx.method === 'tools/call') tell({ type: 'round', item: ctx.params.arguments?.item, by: name });
  return next();
});

const item = z.object({ item: z.string() });
const approval = resolver({ args: item }, (args) => elicit(`Order ${args.item}?`, z.object({ approved: z.boolean() })));

server.tool('order', { inputSchema: item, resolve: { approval } }, async (args, ctx) => {
  const step = (title) =>
    ctx.step(title, () => {
      tell({ type: 'step', item: args.item, title, by: name });
      return { by: name };
    });
  const reserved = await step('reserve');
  const where = await ctx.elicit(`Where does ${args.item} go?`, z.object({ street: z.string() }));
  const packed = await step('pack');
  return {
    item: args.item,
    approved: args.approval.approved,
    street: where.action === 'accept' ? where.content.street : where.action,
    reservedBy: reserved.by,
    packedBy: packed.by,
    finishedBy: name,
  };
});

server.tool('publish', { inputSchema: z.object({ uri: z.string() }) }, async ({ uri }, ctx) => {
  await ctx.notifyResourceUpdated(uri);
  return { by: name };
});

server.tool('rename', {}, async (_args, ctx) => {
  await ctx.notifyToolsChanged();
  return { by: name };
});

process.on('message', (question) => tell({ type: 'answer', question }));
process.on('disconnect', () => process.exit(1)); // nobody is left who would end this process

const { port } = await serveHttp(server, { port: 0 });
tell({ type: 'open', port });
