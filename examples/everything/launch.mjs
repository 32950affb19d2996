// Bundles the everything server or client and runs it in this process: `node launch.mjs server`, `node launch.mjs client URL`.
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const [, , name] = process.argv;
if (name !== 'server' && name !== 'client')
  throw new Error(`launch.mjs takes "server" or "client", not ${JSON.stringify(name)}`);
await import(pathToFileURL(await bundle(name)).href);
