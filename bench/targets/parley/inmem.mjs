// ERA=modern | legacy
import { Client } from '../../../dist/client.js';
import { measure } from '../../shared/measure.mjs';
import { build } from './server.mjs';

const client = await Client.connect(build(), { mode: process.env.ERA });
await measure(() => client.callTool('add', { a: 2, b: 3 }));
process.exit(0);
