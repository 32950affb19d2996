import { serveStdio } from 'parley-mcp/stdio';
import { shop } from './shop.mjs';

await serveStdio(shop());
