import { describe, expect, it, vi } from 'vitest';
import type { ClientTransport, MessageChannel, MessageChannelListener, TransportListener } from '../exchange/index.js';
import type { JsonObject, JsonRpcRequest } from '../types/index.js';
import { Client } from './client.js';
import { FakeServer } from './fake-server.test-support.js';

const opened = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };

describe('a client connects to', () => {
  it('a server in this process, with or without text in between', async () => {
    for (const serialise of [false, true]) {
      const server = new FakeServer('legacy', { 'tools/call': () => ({ content: [] }) });
      await using client = await Client.connect(server, { mode: 'legacy', serialise });
      expect(await client.callTool('a', { gone: undefined })).toEqual({ content: [] });
      expect(server.seen('tools/call')[0]?.params?.arguments).toEqual({});
    }
  });

  it('a message channel', async () => {
    let listener: MessageChannelListener | undefined;
    const channel: MessageChannel = {
      start(given) {
        listener = given;
      },
      send(text) {
        const { id, method }: JsonRpcRequest = JSON.parse(text);
        const result: JsonObject = method === 'initialize' ? opened : { content: [] };
        if (id !== undefined) listener?.message(JSON.stringify({ jsonrpc: '2.0', id, result }));
      },
      async close() {},
    };
    await using client = await Client.connect(channel, { mode: 'legacy' });
    expect(await client.callTool('a')).toEqual({ content: [] });
  });

  it('a transport, even one that throws where it must not', async () => {
    const transport: ClientTransport = {
      start(_listener: TransportListener) {},
      request(message, leg) {
        if (message.method !== 'initialize') throw new Error('broken');
        leg.response({ jsonrpc: '2.0', id: message.id, result: opened });
      },
      abandon() {},
      notify() {},
      respond() {},
      async close() {
        throw new Error('broken too');
      },
    };
    const client = await Client.connect(transport, {
      mode: 'legacy',
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const problems: string[] = [];
    client.on('problem', (error) => problems.push(error.code));
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: false });
    await client.close();
    expect(problems).toEqual(['CONNECTION_LOST']);
  });

  it.each([['localhost:3000/mcp'], ['bookshop'], ['file:///tmp/server.js'], ['ws://localhost/mcp']])(
    'no address like %s',
    async (address) => {
      await expect(Client.connect(address)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        message: expect.stringContaining('begins with http:// or https://'),
      });
    },
  );

  it.each([
    [null, 'null'],
    [7, 'number'],
    [{ url: 'http://x' }, 'an object with url'],
  ])('nothing like %j', async (target, received) => {
    await expect(Client.connect(target as unknown as string)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(`received ${received}`),
    });
  });
});

it('a program cannot be started where the file for that is gone: the error says so', async () => {
  vi.resetModules();
  vi.doMock('#stdio-client', () => Promise.reject(new Error('gone')));
  const { targetTransports } = await import('./local-target.js');
  const starting = targetTransports({ command: 'node' }, { maxMessageBytes: 1, serialise: false });
  await expect(starting).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    message: expect.stringContaining('could not be loaded'),
  });
  vi.doUnmock('#stdio-client');
});
