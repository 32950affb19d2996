// Lists tools over and over. CACHE=on: as the client does by itself with a server's hints; CACHE=off: with no cache.
import { Client } from '../../../dist/client.js';
import { measure } from '../../shared/measure.mjs';

const cache = process.env.CACHE === 'on' ? undefined : false;
const client = await Client.connect(process.env.URL_MCP, { mode: 'modern', cache });
await measure(
  () => client.listTools(),
  (result) => result.tools.length > 100,
);
process.exit(0);
