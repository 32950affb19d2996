// The server that the official conformance suite is run against: one of everything, at http://127.0.0.1:$PORT/mcp.
import { McpServer } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { addAskingTools } from './asking-tools.js';
import { addContentTools } from './content-tools.js';
import { addPrompts } from './prompts.js';
import { addReportingTools } from './reporting-tools.js';
import { addResolverTools } from './resolver-tools.js';
import { addResources } from './resources.js';
import { addToolsByHand } from './rounds-by-hand.js';
import { addSchemaTools } from './schema-tools.js';

const server = new McpServer({ name: 'everything', version: '1.0.0', logLevel: 'error' });
addSchemaTools(server); // first, because the suite calls the first tool of the list without arguments
addContentTools(server);
addReportingTools(server);
addAskingTools(server);
addToolsByHand(server);
addResolverTools(server);
addResources(server);
addPrompts(server);

const { url } = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) });
console.error(`Everything is served at ${url}`);
