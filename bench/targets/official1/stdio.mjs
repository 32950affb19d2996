import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { build } from './server.mjs';

await build().connect(new StdioServerTransport());
