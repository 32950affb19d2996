import { type Context, elicit, McpServer, ResourceNotFoundError, resolver, ToolError } from 'parley-mcp';
import { z } from 'zod';
import { genres, openCatalog, titles } from './catalog.js';

export const server = new McpServer({
  name: 'bookshop',
  title: 'The Bookshop',
  version: '1.0.0',
  instructions: 'Look for books with search_books, then order one by its exact title with order_book.',
  lifespan: openCatalog,
});

export const searchBooks = server.tool(
  'search_books',
  {
    description: 'Find books by a word of their title, author or genre.',
    inputSchema: z.object({ words: z.string().describe('For example "sayers" or "crime".') }),
    outputSchema: z.object({
      books: z.array(z.object({ title: z.string(), author: z.string(), copies: z.number() })),
    }),
    annotations: { readOnlyHint: true },
  },
  ({ words }, ctx) => ({
    books: ctx.lifespan.catalog.search(words).map(({ title, author, copies }) => ({ title, author, copies })),
  }),
);

// What tools need beyond their arguments. Resolvers are in no schema: no client sees them, or can send what they find.
const stock = server.resolver({ args: z.object({ title: z.string() }) }, ({ title }, ctx) => {
  const copies = ctx.lifespan.catalog.copiesOf(title);
  if (copies !== undefined) return copies;
  // The model reads the text of a ToolError. Of any other error it learns only that the tool failed.
  throw new ToolError(`No book is called "${title}". Find its exact title with search_books.`);
});

const backorder = resolver({ args: z.object({ title: z.string() }), resolve: { stock } }, ({ title, stock }) =>
  stock > 0
    ? { confirm: true }
    : elicit(`"${title}" is out of stock. Order it anyway?`, z.object({ confirm: z.boolean() })),
);

export const orderBook = server.tool(
  'order_book',
  {
    description: 'Order a book by its exact title.',
    inputSchema: z.object({ title: z.string() }),
    outputSchema: z.object({
      title: z.string(),
      order: z
        .number()
        .nullable()
        .describe('The number of the order; null when the user did not want the book after all.'),
      left: z.number(),
      giftWrapped: z.boolean(),
    }),
    resolve: { stock, backorder },
  },
  async ({ title, stock, backorder }, ctx) => {
    if (!backorder.confirm) return { title, order: null, left: stock, giftWrapped: false };
    const giftWrapped = await wantsGiftWrap(title, ctx);

    // While there are questions, the handler may run several times, from the top. Nothing is asked below, so this runs once.
    await ctx.reportProgress(1, 2, stock > 0 ? 'taking it off the shelf' : 'ordering it from the publisher');
    const { order, left } = ctx.lifespan.catalog.order(title);
    await ctx.notifyResourceUpdated(stockUri(title)); // reaches everybody who listens, in both eras
    await ctx.reportProgress(2, 2, giftWrapped ? 'wrapping it up' : 'putting it into a bag');
    return { title, order, left, giftWrapped };
  },
);

/** Asks the user, if the client can do that: without it books are sold as they are. */
async function wantsGiftWrap(title: string, ctx: Context): Promise<boolean> {
  if (ctx.clientCapabilities.elicitation === undefined) return false;
  const answer = await ctx.elicit(`Wrap "${title}" as a gift?`, z.object({ wrap: z.boolean() }));
  return answer.action === 'accept' && answer.content.wrap;
}

export const stockLevel = server.resource(
  'stock://{title}',
  {
    title: 'Copies left',
    description: 'How many copies of a book are left.',
    list: () => titles.map((title) => ({ uri: stockUri(title), name: title })),
    complete: { title: (typed) => startingWith(titles, typed) },
  },
  ({ title }, ctx) => {
    const copies = ctx.lifespan.catalog.copiesOf(title);
    if (copies === undefined) throw new ResourceNotFoundError(stockUri(title));
    return { title, copies };
  },
);

export const recommend = server.prompt(
  'recommend',
  {
    description: 'Asks for a recommendation.',
    args: z.object({ genre: z.string() }),
    complete: { genre: (typed) => startingWith(genres, typed) },
  },
  ({ genre }) => `Recommend one ${genre} book from the shop, and say in two sentences why.`,
);

function stockUri(title: string): string {
  return `stock://${encodeURIComponent(title)}`;
}

function startingWith(values: readonly string[], typed: string): string[] {
  return values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
}
