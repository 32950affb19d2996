import { describe, expect, it } from 'vitest';
import { Client } from '../client/index.js';
import { McpError } from '../errors/index.js';
import { connectable, type MemoryClient, type MemoryServer } from '../exchange/index.js';
import { McpServer } from '../mcp-server/index.js';
import { memoryTransport } from './memory-transport.js';

const listener = { notification() {}, request() {}, closed() {}, problem() {} };

describe('a connection to a server in the same process', () => {
  it('is closed on the side of the server too when it is given up while the server is getting ready', async () => {
    let opened: (server: MemoryServer) => void = () => {};
    let closed = 0;
    const transport = memoryTransport({
      [connectable]: (_client: MemoryClient) =>
        new Promise<MemoryServer>((resolve) => {
          opened = resolve;
        }),
    });
    const starting = transport.start(listener);
    await transport.close();
    opened({ receive() {}, close: () => void closed++ });
    await starting;
    expect(closed).toBe(1);
  });

  it('answers with an error when the data of an error has no JSON form', async () => {
    const server = new McpServer({ name: 'till', version: '1', logLevel: 'silent' });
    server.tool('count', {}, () => {
      throw new McpError('INVALID_PARAMS', 'Too many', { limit: 1n });
    });
    await using client = await Client.connect(server);
    await expect(client.callTool('count')).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'Handler returned an invalid result',
    });
  });
});
