import { McpServer } from 'parley-mcp';
import { z } from 'zod';

const server = new McpServer({ name: 'types', version: '1.0.0' });

// refused: "Prompt arguments arrive as strings: 'count' must accept one"
server.prompt('a', { args: z.object({ count: z.number() }) }, () => 'text');
// refused: "Prompt arguments arrive as strings: 'when' must accept one"
server.prompt('b', { args: z.object({ genre: z.string(), when: z.date().optional() }) }, () => 'text');
// refused: "Prompt arguments arrive as strings: 'count' must accept one"
server.prompt('c', { args: { type: 'object', properties: { count: { type: 'number' } } } }, () => 'text');
// refused: Property 'genra' does not exist on type '{ genre: string; }'
server.prompt('d', { args: z.object({ genre: z.string() }) }, (args) => args.genra);
// refused: 'genra' does not exist in type
server.prompt('e', { args: z.object({ genre: z.string() }), complete: { genra: () => [] } }, () => 'text');
// refused: Property 'titel' does not exist on type '{ title: string; }'
server.resource('stock://{title}', {}, (variables) => variables.titel);
// refused: is not assignable to type 'string'
server.resource('stock://{title}{?lang}', {}, ({ lang }): string => lang);
// refused: 'titel' does not exist in type
server.resource('stock://{title}', { complete: { titel: () => [] } }, () => 'text');
