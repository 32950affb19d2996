import { serveStdio } from '../../../dist/stdio.js';
import { build } from './server.mjs';

await serveStdio(build());
