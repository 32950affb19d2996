import { McpServer } from 'parley-mcp';
import { z } from 'zod';
import { typed } from './expect.js';

const server = new McpServer({ name: 'types', version: '1.0.0' });

server.prompt(
  'recommend',
  {
    args: z.object({
      genre: z.string(),
      language: z.enum(['en', 'de']).optional(),
      count: z.coerce.number().default(3),
    }),
    complete: { genre: (value) => ['crime', 'poetry'].filter((genre) => genre.startsWith(value)) },
  },
  (args) => {
    typed(args).as<{ genre: string; language?: 'en' | 'de' | undefined; count: number }>();
    return `Recommend ${args.count}.`;
  },
);
server.prompt(
  'plain',
  { args: { type: 'object', properties: { genre: { type: 'string' } }, required: ['genre'] } },
  (args) => {
    typed(args.genre).as<string>();
    return [{ role: 'user' as const, content: { type: 'text' as const, text: args.genre } }];
  },
);
server.prompt('none', {}, (args, ctx) => {
  typed(args).as<{}>();
  typed(ctx.signal).as<AbortSignal>();
  return 'text';
});

server.resource('stock://all', {}, (variables) => {
  typed(variables).as<{}>();
  return { copies: 3 };
});
server.resource('stock://{title}/{+shelf}', {}, (variables) => {
  typed(variables).as<{ title: string; shelf: string }>();
  return variables.title;
});
server.resource('files://{/path*}{?lang,page}', {}, async (variables) => {
  typed(variables.path).as<string[]>();
  const language: string | undefined = variables.lang;
  const page: string | undefined = variables.page;
  return `${language}${page}`;
});
const uri: string = 'made://{late}';
server.resource(uri, {}, (variables) => {
  typed(variables).as<{ [name: string]: string | undefined }>();
  return new Uint8Array();
});
