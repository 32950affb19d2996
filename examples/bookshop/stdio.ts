// Serves the bookshop over standard input and output: a host starts this program, and talks to it through its pipes.
import { serveStdio } from 'parley-mcp/stdio';
import { server } from './server.js';

await serveStdio(server);
