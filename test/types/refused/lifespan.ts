import { type Context, McpServer } from 'parley-mcp';

const server = new McpServer({ name: 'types', version: '1.0.0', lifespan: () => ({ catalog: { size: 1 } }) });

// refused: Property 'katalog' does not exist on type '{ catalog: { size: number; }; }'
server.tool('a', {}, (_args, ctx) => ctx.lifespan.katalog);
// refused: is not assignable to parameter of type
server.tool('b', {}, (_args, ctx: Context<{ clock: Date }>) => ctx.lifespan.clock);
// refused: Property 'catalog' does not exist on type '{}'
new McpServer({ name: 'types', version: '1.0.0' }).tool('c', {}, (_args, ctx) => ctx.lifespan.catalog);
// refused: Property 'version' is missing in type
new McpServer({ name: 'types' });
// refused: Cannot assign to 'lifespan' because it is a read-only property
server.tool('d', {}, (_args, ctx) => {
  ctx.lifespan = { catalog: { size: 2 } };
});
