import { McpServer, ResourceNotFoundError, ToolError } from 'parley-mcp';
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

export const orderBook = server.tool(
  'order_book',
  {
    description: 'Order a book by its exact title.',
    inputSchema: z.object({ title: z.string() }),
    outputSchema: z.object({ order: z.number(), title: z.string(), left: z.number() }),
  },
  async ({ title }, ctx) => {
    const copies = ctx.lifespan.catalog.copiesOf(title);
    // The model reads the text of a ToolError. Of any other error it learns only that the tool failed.
    if (copies === undefined)
      throw new ToolError(`No book is called "${title}". Find its exact title with search_books.`);
    await ctx.reportProgress(1, 2, 'looking on the shelf');
    if (copies === 0) throw new ToolError(`"${title}" is out of stock.`);
    await ctx.reportProgress(2, 2, 'wrapping it up');
    return { title, ...ctx.lifespan.catalog.order(title) };
  },
);

export const stock = server.resource(
  'stock://{title}',
  {
    title: 'Copies left',
    description: 'How many copies of a book are left.',
    list: () => titles.map((title) => ({ uri: `stock://${encodeURIComponent(title)}`, name: title })),
    complete: { title: (typed) => startingWith(titles, typed) },
  },
  ({ title }, ctx) => {
    const copies = ctx.lifespan.catalog.copiesOf(title);
    if (copies === undefined) throw new ResourceNotFoundError(`stock://${encodeURIComponent(title)}`);
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

function startingWith(values: readonly string[], typed: string): string[] {
  return values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
}
