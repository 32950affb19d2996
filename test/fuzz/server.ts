import { McpServer } from 'parley-mcp';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A server with one of everything, that logs nothing. */
export function fuzzedServer(): McpServer {
  const server = new McpServer({ name: 'fuzzed', version: '1.0.0', logger: quiet });
  server.tool(
    'greet',
    { inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    ({ name }) => `Hello ${name}`,
  );
  server.resource('stock://{title}', {}, ({ title }) => title);
  server.prompt(
    'recommend',
    { args: { type: 'object', properties: { genre: { type: 'string' } } }, complete: { genre: () => ['crime'] } },
    ({ genre }) => `Recommend ${genre}`,
  );
  return server;
}
