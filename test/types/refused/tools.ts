import { McpServer } from 'parley-mcp';
import * as v from 'valibot';
import { z } from 'zod';

const server = new McpServer({ name: 'types', version: '1.0.0' });

// refused: Property 'titel' does not exist on type '{ title: string; }'
server.tool('a', { inputSchema: z.object({ title: z.string() }) }, (args) => args.titel);
// refused: Property 'copies' does not exist
server.tool('b', { inputSchema: { type: 'object', properties: { title: { type: 'string' } } } }, (args) => args.copies);
// refused: is not assignable to type 'AnySchema
server.tool('c', { inputSchema: v.object({ title: v.string() }) }, () => 'raw Valibot cannot say its JSON Schema');
// refused: Type 'string' is not assignable to type
server.tool('d', { inputSchema: 'title' }, () => 'a schema is an object');
// refused: is not assignable to type
server.tool('e', { outputSchema: z.object({ count: z.number() }) }, () => ({ count: '1' }));
// refused: Type 'string' is not assignable to type
server.tool('f', { outputSchema: z.object({ count: z.number() }) }, () => 'one');
// refused: Type 'Promise<{}>' is not assignable to type
server.tool('g', { outputSchema: z.object({ count: z.number() }) }, async () => ({}));
// refused: Expected 3 arguments
server.tool('h', () => 'options come before the handler');
// refused: 'descripton' does not exist in type 'ToolOptions
server.tool('i', { descripton: 'misspelt' }, () => 'text');
// refused: 'readOnly' does not exist in type
server.tool('j', { annotations: { readOnly: true } }, () => 'text');
