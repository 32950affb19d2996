// A shop with a tool that asks, a tool that promises an output and a list that changes.
import { elicit, McpServer, resolver } from 'parley-mcp';

export function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const requestedSchema = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
  const answer = resolver({}, () => elicit('Sure?', requestedSchema));
  server.tool('order', { resolve: { answer } }, ({ answer: { sure } }) => (sure ? 'ordered' : 'not ordered'));
  const outputSchema = { type: 'object', properties: { left: { type: 'number' } }, required: ['left'] };
  server.tool('count', { outputSchema }, () => ({ left: 3 }));
  server.tool('open', {}, () => {
    server.resource('shop://shelf', {}, () => 'books');
    return 'open';
  });
  return server;
}
