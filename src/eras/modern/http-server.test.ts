import { McpServer } from 'parley-mcp';
import { createHttpHandler } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-03-26',
};

function shop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logLevel: 'silent' });
  return server;
}

describe('a request without handshake', () => {
  it.each([[{ elicitation: null }], [{ elicitation: 5 }], [{ elicitation: { form: null } }], [[]]])(
    'is refused for capabilities that are none: %j',
    async (capabilities) => {
      const { fetch } = createHttpHandler(shop());
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } });
      const modern = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
      const response = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers: modern, body }));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } });
    },
  );

  it('is answered by one error when the JSON of a result is no object', async () => {
    const server = new McpServer({ name: 'shop', version: '1.0.0', logLevel: 'silent' });
    server.tool('odd', {}, () => ({ content: [{ type: 'text', text: 'x' }], toJSON: () => 'hello' }));
    const { fetch } = createHttpHandler(server);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'odd', _meta } });
    const modern = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'odd' };
    const response = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers: modern, body }));
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32603 } });
  });
});
