import { expect, test, vi } from 'vitest';
import { createHttpHandler } from '../../hosts/fetch/index.js';
import { McpServer } from '../../mcp-server/index.js';
import { initialize } from '../../types/index.js';

test('a session beyond the limit is refused with 503, and the log names the option', async () => {
  const warn = vi.fn();
  const logger = { debug() {}, info() {}, warn, error() {} };
  await using server = new McpServer({ name: 'till', version: '1', logger });
  const handler = createHttpHandler(server, { maxSessions: 1 });
  const open = () =>
    handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: initialize.name,
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
        }),
      }),
    );
  expect((await open()).status).toBe(200);
  const refused = await open();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { message: 'Too many open sessions' } });
  expect(warn.mock.calls).toEqual([[expect.stringContaining('option maxSessions')]]);
  await handler.close();
});
