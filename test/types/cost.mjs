// A hundred tools with nested input and output schemas, and the same schemas with plain functions in their place.

/** How many tools are generated. */
export const toolCount = 100;
/** How many type instantiations a tool may cost above its schemas. */
export const mostPerTool = 1000;

const schemas = (index) => `
const input${index} = z.object({
  title: z.string(),
  copies: z.number().default(1),
  format: z.enum(['paper', 'ebook', 'audio${index}']),
  address: z.object({ street: z.string(), city: z.string(), geo: z.object({ lat: z.number(), lon: z.number() }).optional() }),
  lines: z.array(z.object({ isbn: z.string(), amount: z.number().optional(), field${index}: z.boolean() })),
});
const output${index} = z.object({ left: z.number(), order: z.object({ id: z.string(), lines: z.array(z.object({ isbn: z.string(), at${index}: z.string() })) }) });`;

const body = (index) =>
  `({ left: args.copies, order: { id: args.title + args.address.street, lines: args.lines.map(({ isbn }) => ({ isbn, at${index}: args.format })) } })`;

const file = (header, each) =>
  [
    "import { z } from 'zod';",
    header,
    ...Array.from({ length: toolCount }, (_, index) => schemas(index) + each(index)),
  ].join('\n');

/** The sources by name: \`schemas\` alone and \`tools\`. */
export const costFiles = () => ({
  schemas: file(
    '',
    (index) => `
export const tool${index} = (args: z.output<typeof input${index}>): z.input<typeof output${index}> => ${body(index)};`,
  ),
  tools: file(
    `import { elicit, McpServer, resolver } from 'parley-mcp';
const server = new McpServer({ name: 'cost', version: '1.0.0', lifespan: () => ({ catalog: new Map<string, number>() }) });
const stock = server.resolver({ args: z.object({ title: z.string() }) }, ({ title }, ctx) => ctx.lifespan.catalog.get(title) ?? 0);
const backorder = resolver({ args: z.object({ title: z.string() }), resolve: { stock } }, ({ stock }) =>
  stock > 0 ? { confirm: true } : elicit('Order it anyway?', z.object({ confirm: z.boolean() })));`,
    (index) => `
server.tool('tool${index}', { description: 'A tool.', inputSchema: input${index}, outputSchema: output${index}, resolve: { stock, backorder } }, (args) => ${body(index)});`,
  ),
});
