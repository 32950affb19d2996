import { elicit, listRoots, McpServer, resolver, sample } from 'parley-mcp';
import { z } from 'zod';

interface App {
  catalog: Map<string, number>;
}
declare const app: App;
const server = new McpServer({ name: 'types', version: '1.0.0', lifespan: () => app });
const bare = new McpServer({ name: 'types', version: '1.0.0' });
const title = z.object({ title: z.string() });

const stock = server.resolver({ args: title }, ({ title }, ctx) => ctx.lifespan.catalog.get(title) ?? 0);
const nested = resolver({ resolve: { stock } }, ({ stock }) => stock > 0);

// refused: "Resolver 'stock' needs the argument 'title', which inputSchema lacks"
server.tool('a', { inputSchema: z.object({ name: z.string() }), resolve: { stock } }, () => 'text');
// refused: "Resolver 'nested' needs the argument 'title', which inputSchema lacks"
server.tool('b', { inputSchema: z.object({ name: z.string() }), resolve: { nested } }, () => 'text');
// refused: "Resolver 'stock' needs the argument 'title' in another type than inputSchema gives it"
server.tool('c', { inputSchema: z.object({ title: z.number() }), resolve: { stock } }, () => 'text');
// refused: "Resolver 'stock' needs the argument 'title' in another type than inputSchema gives it"
server.tool('d', { inputSchema: z.object({ title: z.string().optional() }), resolve: { stock } }, () => 'text');
// refused: "'title' is a resolver and also an argument in inputSchema: rename one"
server.tool('e', { inputSchema: title, resolve: { title: stock } }, () => 'text');
// refused: "Resolver 'stock' needs a lifespan that this server does not have"
bare.tool('f', { inputSchema: title, resolve: { stock } }, () => 'text');
// refused: "Resolver 'stock' needs the argument 'title', which the URI template lacks"
server.resource('stock://{name}', { resolve: { stock } }, () => 'text');
// refused: "Resolver 'stock' needs the argument 'title', which args lacks"
server.prompt('g', { args: z.object({ genre: z.string() }), resolve: { stock } }, () => 'text');
// refused: Property 'stok' does not exist on type
server.tool('h', { inputSchema: title, resolve: { stock } }, (args) => args.stok);
// refused: "A resolver asks one kind of question: make one resolver for each kind"
resolver({}, () => (Math.random() > 0.5 ? listRoots() : sample({ messages: [], maxTokens: 1 })));
// refused: "An elicitation form has flat fields only (string, number, boolean, enum or string[]): 'address' is not"
elicit('Where?', z.object({ address: z.object({ street: z.string() }) }));
// refused: write `ctx: Context<App>`, or use `server.resolver(...)`
resolver({ args: title }, (_inputs, ctx) => ctx.lifespan.catalog);
// refused: "An elicitation form has flat fields only (string, number, boolean, enum or string[]): 'when' is not"
server.tool('i', {}, (_args, ctx) => ctx.elicit('When?', z.object({ when: z.date() })));
