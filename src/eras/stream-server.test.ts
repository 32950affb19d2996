import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Exchange, MemoryOutlet } from '../exchange/index.js';
import type { JsonRpcMessage } from '../types/index.js';
import type { ServerPort } from './server-port.js';

const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

/** A connection to a server whose code for handshakes has not been loaded yet. */
async function connection() {
  vi.resetModules();
  const { StreamServer } = await import('./stream-server.js');
  const handled: string[] = [];
  const sent: JsonRpcMessage[] = [];
  const error = vi.fn();
  const port: ServerPort = {
    identity: { name: 's', version: '1' },
    instructions: undefined,
    logger: { debug() {}, info() {}, warn() {}, error },
    dispatch: (exchange: Exchange) => {
      handled.push(`${exchange.method} ${exchange.id}`);
      return {};
    },
    capabilities: () => ({}),
    nameParam: () => undefined,
    headerParams: () => undefined,
    prepareConnected: () => undefined,
  };
  const outlet = new MemoryOutlet({ receive: (message) => sent.push(message), closed() {} });
  const opened = vi.fn();
  const closed = vi.fn();
  const stream = new StreamServer(port, outlet, { opened, closed });
  return { stream, handled, sent, opened, closed, error };
}

describe('A connection whose first message opens a handshake', () => {
  it('takes what comes while the code for it is being loaded afterwards, in the order in which it came', async () => {
    const { stream, handled, sent, opened } = await connection();
    stream.receive(opening);
    stream.receive(ping(2));
    stream.receiveText('{');
    stream.receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
    stream.receive(ping(3));
    expect(handled).toEqual([]);
    await stream.takingIn;
    stream.receive(ping(4));
    expect(handled).toEqual(['initialize 1', 'ping 2', 'notifications/initialized undefined', 'ping 3', 'ping 4']);
    expect(sent).toMatchObject([{ id: 1 }, { id: 2 }, { error: { code: -32700 } }, { id: 3 }, { id: 4 }]);
    expect(opened).toHaveBeenCalledOnce();
    expect(stream.takingIn).toBeUndefined();
  });

  it('answers nothing when it is closed meanwhile', async () => {
    const { stream, handled, sent, opened, closed } = await connection();
    stream.receive(opening);
    stream.receive(ping(2));
    const taken = stream.takingIn;
    stream.close();
    await taken;
    expect({ handled, sent }).toEqual({ handled: [], sent: [] });
    expect(opened).not.toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('Where the code for handshakes cannot be loaded', () => {
  afterEach(() => {
    vi.doUnmock('./legacy/server.js');
  });

  it('the opening is answered with an error, and clients without a handshake are served', async () => {
    vi.doMock('./legacy/server.js', () => {
      throw new Error('gone');
    });
    const { stream, sent, error } = await connection();
    stream.receive(opening);
    stream.receive(ping(2));
    await stream.takingIn;
    expect(sent).toMatchObject([
      { id: 1, error: { code: -32603, message: 'Internal server error' } },
      { id: 2, result: {} },
    ]);
    expect(error).toHaveBeenCalledOnce();
    stream.receive({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    expect(sent.at(-1)).toMatchObject({ id: 3, result: {} });
  });
});
