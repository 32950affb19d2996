import { type Context, elicit, listRoots, McpServer, outcome, type Resolver, resolver, sample } from 'parley-mcp';
import { z } from 'zod';
import { typed } from './expect.js';

interface App {
  catalog: { copiesOf(title: string): number };
}
declare function openCatalog(): Promise<App>;
const server = new McpServer({ name: 'types', version: '1.0.0', lifespan: openCatalog });

// A resolver beside its server knows the lifespan; one in a module of its own says what it needs of it.
const stock = server.resolver({ args: z.object({ title: z.string() }) }, ({ title }, ctx) => {
  typed(ctx).as<Context<App>>();
  return ctx.lifespan.catalog.copiesOf(title);
});
typed(stock).as<Resolver<number, { title: string }, App>>();
const free = resolver({ args: z.object({ title: z.string() }) }, ({ title }, ctx: Context<App>) =>
  ctx.lifespan.catalog.copiesOf(title),
);
typed(free).as<Resolver<number, { title: string }, App>>();

// A question gives its accepted answer; arguments of nested resolvers add up.
const backorder = resolver({ args: z.object({ copies: z.number() }), resolve: { stock } }, ({ stock, copies }) => {
  typed(stock).as<number>();
  typed(copies).as<number>();
  return stock > 0 ? { confirm: true } : elicit('Order it anyway?', z.object({ confirm: z.boolean() }));
});
const asked = outcome(backorder);
const roots = resolver({}, () => listRoots());
const summary = resolver({}, async () => sample({ messages: [], maxTokens: 10 }));

server.tool(
  'order_book',
  {
    inputSchema: z.object({ title: z.string(), copies: z.number().default(1) }),
    resolve: { stock, backorder, asked, roots, summary },
  },
  ({ title, copies, stock, backorder, asked, roots, summary }, ctx) => {
    typed(title).as<string>();
    typed(copies).as<number>();
    typed(stock).as<number>();
    typed(backorder.confirm).as<boolean>();
    if (asked.action === 'accept') typed(asked.content.confirm).as<boolean>();
    typed(roots.map(({ uri }) => uri)).as<string[]>();
    typed(summary.model).as<string>();
    typed(ctx).as<Context<App>>();
  },
);
server.resource('stock://{title}', { resolve: { stock } }, ({ title, stock }) => {
  typed(title).as<string>();
  typed(stock).as<number>();
  return stock;
});
server.prompt('recommend', { args: z.object({ title: z.string() }), resolve: { stock } }, ({ stock }) => {
  typed(stock).as<number>();
  return 'text';
});

// Resolved values are no arguments: the handle and its clients do not know them.
const handle = server.tool(
  'resolved',
  { inputSchema: z.object({ title: z.string() }), resolve: { stock } },
  () => 'text',
);
typed<{ title: string } | undefined>(handle['~args']).as<{ title: string } | undefined>();

// A question in the body gives the outcome.
server.tool('body', {}, async (_args, ctx) => {
  const answer = await ctx.elicit('Which?', z.object({ title: z.string(), copies: z.number().optional() }));
  if (answer.action !== 'accept') return typed(answer.action).as<'decline' | 'cancel'>();
  typed(answer.content).as<{ title: string; copies?: number | undefined }>();
});
