import { McpServer } from 'parley-mcp';
import { createNodeHandler, serveHttp } from 'parley-mcp/node';
import { createHttpHandler, type Handler, type RequestContext, Server } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { z } from 'zod';
import { typed } from './expect.js';

const server = new Server(
  { name: 'types', version: '1.0.0' },
  {
    handlers: {
      'tools/list': (params) => {
        typed(params.cursor).as<string | undefined>();
        return [{ name: 'add', inputSchema: { type: 'object' } }];
      },
      'tools/call': (params, ctx) => {
        typed(params.name).as<string>();
        typed(ctx).as<RequestContext<{}>>();
        return params.name;
      },
      'resources/read': async ({ uri }) => {
        typed(uri).as<string>();
        return { contents: [{ uri, text: 'text' }] };
      },
      'prompts/get': () => ({ messages: [] }),
      'completion/complete': ({ argument }) => {
        typed(argument.value).as<string>();
        return { completion: { values: [] } };
      },
    },
  },
);
const list: Handler<'tools/list'> = () => ({ tools: [] });
server.handle('tools/list', list).handle('tools/call', () => ({ content: [] }));
server.handle('acme/reindex', { params: z.object({ shelf: z.string() }) }, (params) => {
  typed(params).as<{ shelf: string }>();
  return { done: true };
});
server.handle('acme/ping', (params) => {
  typed(params.anything).as<unknown>();
});

// Every way to serve takes both kinds of server, whatever their lifespan.
const high = new McpServer({ name: 'types', version: '1.0.0', lifespan: () => ({ catalog: 1 }) });
for (const each of [server, high]) {
  createHttpHandler(each);
  createNodeHandler(each);
}
export const running = [serveHttp(high, { port: 0 }), serveStdio(server)];
typed(createHttpHandler(high).fetch(new Request('http://localhost/'))).as<Promise<Response>>();
