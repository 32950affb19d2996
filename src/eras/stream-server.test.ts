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

const version = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
/** A request without a handshake. */
const list = (id: number, clientCapabilities: unknown = {}) => {
  const _meta = { ...version, 'io.modelcontextprotocol/clientCapabilities': clientCapabilities };
  return { jsonrpc: '2.0', id, method: 'tools/list', params: { _meta } };
};

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

describe('A request without a handshake that may not be in order', () => {
  /** Later revisions may add capabilities of any type, which only the guard can tell. */
  const unusual = (id: number) => list(id, { later: true });
  const faulty = (id: number) => list(id, { roots: 7 });

  afterEach(() => {
    vi.doUnmock('./modern/envelope-check.js');
  });

  it('is looked at closer before anything that comes after it is taken in', async () => {
    const { stream, handled, sent } = await connection();
    stream.receive(list(1));
    expect(handled).toEqual(['tools/list 1']);
    stream.receive(faulty(2));
    stream.receive(unusual(3));
    stream.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    stream.receive(list(4));
    expect(handled).toEqual(['tools/list 1']);
    await stream.takingIn;
    stream.receive(unusual(5));
    expect(handled.slice(1)).toEqual([
      'tools/list 3',
      'notifications/cancelled undefined',
      'tools/list 4',
      'tools/list 5',
    ]);
    expect(sent.map((message) => ('id' in message ? message.id : undefined))).toEqual([1, 2, 3, 4, 5]);
    expect(sent[1]).toMatchObject({
      error: { message: expect.stringContaining('clientCapabilities"].roots: expected an object, received number') },
    });
    expect(stream.takingIn).toBeUndefined();
  });

  it('gets no answer when the connection is closed meanwhile', async () => {
    const { stream, handled, sent } = await connection();
    stream.receive(faulty(1));
    stream.receive(list(2));
    const taken = stream.takingIn;
    stream.close();
    await taken;
    expect({ handled, sent }).toEqual({ handled: [], sent: [] });
  });

  it('is answered with an error where what looks closer cannot be loaded, and the others are served', async () => {
    vi.doMock('./modern/envelope-check.js', () => {
      throw new Error('gone');
    });
    const { stream, sent, error } = await connection();
    stream.receive(unusual(1));
    stream.receive(list(2));
    await stream.takingIn;
    expect(sent).toMatchObject([
      { id: 1, error: { code: -32603, message: 'Internal server error' } },
      { id: 2, result: {} },
    ]);
    expect(error).toHaveBeenCalledOnce();
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
    stream.receive(list(3));
    expect(sent.at(-1)).toMatchObject({ id: 3, result: {} });
  });
});
