import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { type Context, jsonSchema, McpServer, type Tool } from 'parley-mcp';
import * as v from 'valibot';
import { z } from 'zod';
import { typed } from './expect.js';

const server = new McpServer({ name: 'types', version: '1.0.0' });

// Arguments are what a schema gives, after defaults and transforms; the handle carries what it takes.
const zodTool = server.tool(
  'zod',
  {
    inputSchema: z.object({
      title: z.string(),
      copies: z.number().default(1),
      to: z.object({ street: z.string() }).optional(),
      tags: z.array(z.enum(['new', 'used'])),
    }),
  },
  (args, ctx) => {
    typed(args).as<{
      title: string;
      copies: number;
      to?: { street: string } | undefined;
      tags: ('new' | 'used')[];
    }>();
    typed(ctx).as<Context<{}>>();
    typed(ctx.signal).as<AbortSignal>();
    return args.title;
  },
);
typed(zodTool).as<
  Tool<
    'zod',
    { title: string; copies?: number | undefined; to?: { street: string } | undefined; tags: ('new' | 'used')[] },
    unknown
  >
>();

server.tool('zod-coerce', { inputSchema: z.object({ count: z.coerce.number() }) }, ({ count }) => {
  typed(count).as<number>();
  return count;
});

server.tool(
  'zod-union',
  {
    inputSchema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('isbn'), isbn: z.string() }),
      z.object({ kind: z.literal('title'), title: z.string() }),
    ]),
  },
  (args) => {
    if (args.kind === 'isbn') typed(args.isbn).as<string>();
    else typed(args.title).as<string>();
  },
);

const valibotTool = server.tool(
  'valibot',
  { inputSchema: toStandardJsonSchema(v.object({ title: v.string(), copies: v.optional(v.number(), 1) })) },
  (args) => {
    typed(args).as<{ title: string; copies: number }>();
    return [args.title];
  },
);
typed(valibotTool).as<Tool<'valibot', { title: string; copies?: number | undefined }, unknown>>();

server.tool('arktype', { inputSchema: type({ title: 'string', 'copies?': 'number' }) }, (args) => {
  typed(args.title).as<string>();
  const copies: number | undefined = args.copies;
  return copies ?? 0;
});

const plainTool = server.tool(
  'plain',
  {
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        copies: { type: 'integer' },
        format: { enum: ['paper', 'ebook'] },
        address: { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] },
        tags: { type: 'array', items: { type: 'string' } },
        note: { type: ['string', 'null'] },
      },
      required: ['title', 'tags'],
    },
  },
  (args) => {
    typed(args.title).as<string>();
    typed(args.tags).as<string[]>();
    const copies: number | undefined = args.copies;
    const format: 'paper' | 'ebook' | undefined = args.format;
    const street: string | undefined = args.address?.street;
    const note: string | null | undefined = args.note;
    return { copies, format, street, note };
  },
);
typed(plainTool.name).as<'plain'>();

server.tool('typed', { inputSchema: jsonSchema<{ title: string }>({ type: 'object' }) }, (args) => {
  typed(args).as<{ title: string }>();
});

const imported: { readonly [name: string]: unknown } = JSON.parse('{}');
server.tool('imported', { inputSchema: imported }, (args) => {
  typed(args).as<{ [name: string]: unknown }>();
  typed(args.title).as<unknown>();
});

server.tool('none', { description: 'Takes nothing.' }, (args) => {
  typed(args).as<{}>();
});

// With an output schema the handler returns what the schema takes; the handle says what it gives.
const counted = server.tool(
  'output',
  { outputSchema: z.object({ count: z.number(), at: z.string().default('now') }) },
  () => ({ count: 1 }),
);
typed(counted).as<Tool<'output', {}, { count: number; at: string }>>();
server.tool('output-later', { outputSchema: z.object({ count: z.number() }) }, async () => ({ count: 1 }));
server.tool('output-full', { outputSchema: z.object({ count: z.number() }) }, () => ({
  content: [{ type: 'text' as const, text: 'no' }],
  isError: true,
}));
server.tool('output-list', { outputSchema: { type: 'array', items: { type: 'number' } } }, () => [1, 2, 3]);

// Without one it returns what it likes.
server.tool('text', {}, () => 'text');
server.tool('nothing', {}, () => {});
server.tool('later', {}, async () => ({ any: ['data'] }));

// A handle is for its server's side too.
zodTool.disable();
zodTool.enable();
zodTool.remove();
