// ERA=modern | legacy; HOST=node (default) | fetch: through the platform's fetch | stdio: a server that the client starts
import { fileURLToPath } from 'node:url';
import { Client } from '../../../dist/client.js';
import { measure } from '../../shared/measure.mjs';

const mode = process.env.ERA === 'legacy' ? 'legacy' : 'auto';
const fetch = process.env.HOST === 'fetch' ? globalThis.fetch : undefined;
const program = { command: process.execPath, args: [fileURLToPath(new URL('stdio.mjs', import.meta.url))] };
const target = process.env.HOST === 'stdio' ? program : process.env.URL_MCP;
const client = await Client.connect(target, { mode, fetch });
await measure(() => client.callTool('add', { a: 2, b: 3 }));
await client.close();
process.exit(0);
