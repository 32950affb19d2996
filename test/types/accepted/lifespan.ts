import { type Context, McpServer, type Middleware } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { typed } from './expect.js';

interface App {
  catalog: { copiesOf(title: string): number };
}
declare function openCatalog(): Promise<App>;

const server = new McpServer({ name: 'types', version: '1.0.0', lifespan: openCatalog });
typed(server).as<McpServer<App>>();
server.tool('stock', {}, (_args, ctx) => {
  typed(ctx).as<Context<App>>();
  typed(ctx.lifespan.catalog.copiesOf('Dune')).as<number>();
});
server.resource('stock://{title}', {}, ({ title }, ctx) => {
  typed(ctx.lifespan).as<App>();
  return ctx.lifespan.catalog.copiesOf(title);
});
server.prompt('recommend', {}, (_args, ctx) => {
  typed(ctx.lifespan).as<App>();
  return 'text';
});
server.use((ctx, next) => {
  typed(ctx).as<Context<App>>();
  return next();
});

typed(new McpServer({ name: 'types', version: '1.0.0', lifespan: () => ({ at: new Date() }) })).as<
  McpServer<{ at: Date }>
>();
typed(new McpServer({ name: 'types', version: '1.0.0' })).as<McpServer<{}>>();
typed(new Server({ name: 'types', version: '1.0.0' }, { lifespan: openCatalog })).as<Server<App>>();

// What one server's parts need can be written for any server that has it.
function addStock<Needs extends App>(to: McpServer<Needs>): void {
  to.tool('more', {}, (_args, ctx) => ctx.lifespan.catalog.copiesOf('Dune'));
}
addStock(server);
const watch: Middleware<Context<App>> = (ctx, next) => (ctx.lifespan.catalog.copiesOf('Dune') > 0 ? next() : next());
server.use(watch);
