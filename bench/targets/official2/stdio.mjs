import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeBuild } from './server.mjs';

serveStdio(makeBuild());
