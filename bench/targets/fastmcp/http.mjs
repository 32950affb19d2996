import { build } from './server.mjs';

const port = Number(process.env.PORT);
await build().start({
  transportType: 'httpStream',
  httpStream: {
    port,
    host: '127.0.0.1',
    endpoint: '/mcp',
    stateless: process.env.MODE === 'legacy-stateless',
    enableJsonResponse: process.env.SSE_RESPONSE !== '1',
  },
});
console.log('READY', port);
