import { build } from './server.mjs';

await build().start({ transportType: 'stdio' });
