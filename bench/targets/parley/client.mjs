// ERA=modern | legacy; HOST=node (default) | fetch: through the platform's fetch
import { Client } from '../../../dist/client.js';
import { measure } from '../../shared/measure.mjs';

const mode = process.env.ERA === 'legacy' ? 'legacy' : 'auto';
const fetch = process.env.HOST === 'fetch' ? globalThis.fetch : undefined;
const client = await Client.connect(process.env.URL_MCP, { mode, fetch });
await measure(() => client.callTool('add', { a: 2, b: 3 }));
process.exit(0);
