export { type ServeStdioOptions, type StdioServing, serveStdio } from './hosts/stdio/index.js';
