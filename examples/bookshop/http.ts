// Serves the bookshop over HTTP: at http://127.0.0.1:3000/mcp, or at the port that PORT names.
import { serveHttp } from 'parley-mcp/node';
import { server } from './server.js';

export const serving = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) });
console.log(`The bookshop is open at ${serving.url}`);
