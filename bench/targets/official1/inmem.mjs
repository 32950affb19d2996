import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { measure } from '../../shared/measure.mjs';
import { build } from './server.mjs';

const [a, b] = InMemoryTransport.createLinkedPair();
await build().connect(b);
const client = new Client({ name: 'bench', version: '1.0.0' });
await client.connect(a);
await measure(() => client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }));
process.exit(0);
