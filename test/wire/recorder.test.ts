import { describe, expect, it } from 'vitest';
import { framesOf } from './frames.js';
import { oracleAvailable } from './oracle.js';
import { WireRecorder } from './recorder.js';
import { recordingFetch } from './recording-fetch.js';

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

const initialize = (protocolVersion: string) => ({
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
});
const initialized = (protocolVersion: string) => ({
  id: 0,
  result: { protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } },
});
const modern = {
  _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
};

describe('framesOf', () => {
  it('reads lines, bodies and event streams', () => {
    expect(framesOf('{"a":1}\n{"b":2}\r\n')).toEqual([{ message: { a: 1 } }, { message: { b: 2 } }]);
    expect(framesOf('{\n "a": 1\n}')).toEqual([{ message: { a: 1 } }]);
    expect(framesOf(' \n')).toEqual([]);
    const stream =
      'id: 1\ndata:\n\n: ping\n\nevent: message\r\ndata: {"a":\r\ndata: 1}\r\n\r\nevent: endpoint\ndata: /x\n\n';
    expect(framesOf(stream)).toEqual([{ message: { a: 1 } }]);
    expect(framesOf('{"a":1}\nStarting up')).toEqual([{ message: { a: 1 } }, { unreadable: 'Starting up' }]);
  });
});

describe.runIf(oracleAvailable)('a WireRecorder', () => {
  it('learns the revision from the handshake and pairs answers with requests', () => {
    const recorder = new WireRecorder();
    recorder.record('client', line(initialize('2025-11-25')));
    recorder.record('server', line(initialized('2025-06-18')));
    recorder.record('client', line({ method: 'notifications/initialized' }));
    recorder.record('client', line({ id: 1, method: 'tools/list' }) + line({ id: '1', method: 'prompts/list' }));
    recorder.record('server', line({ id: 1, method: 'roots/list' }));
    recorder.record('client', line({ id: 1, result: { roots: [] } }));
    recorder.record('server', line({ id: '1', result: { prompts: [] } }) + line({ id: 1, result: { tools: [] } }));
    expect(recorder.size).toBe(9);
    expect(recorder.problems()).toEqual([]);
    recorder.record('client', line({ id: 2, method: 'tools/list' }));
    recorder.record('server', line({ id: 2, result: { prompts: [] } }));
    expect(recorder.problems()).toHaveLength(1);
    expect(recorder.problems()[0]).toContain('2025-06-18 ListToolsResult');
    expect(recorder.problems('client')).toEqual([]);
  });

  it('learns the revision from each modern request, and from the handshake that follows a probe', () => {
    const recorder = new WireRecorder();
    recorder.record('client', line({ id: 1, method: 'server/discover', params: modern }));
    recorder.record('server', line({ id: 1, error: { code: -32601, message: 'Method not found' } }));
    recorder.record('client', line(initialize('2024-11-05')));
    recorder.record('server', line(initialized('2024-11-05')));
    recorder.record('client', line({ id: 2, method: 'ping' }));
    recorder.record('server', line({ id: 2, result: {} }));
    expect(recorder.problems()).toEqual([]);
    recorder.record('client', line({ id: 3, method: 'tools/list', params: modern }));
    recorder.record('server', line({ id: 3, result: { tools: [] } }));
    expect(recorder.problems().length).toBeGreaterThan(0);
  });

  it('takes messages as values, a copy as JSON delivers it, and a revision from outside', () => {
    const recorder = new WireRecorder();
    const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: undefined };
    recorder.record('client', message, '2025-06-18');
    message.method = 'broken\u0000';
    expect(recorder.problems()).toEqual([]);
    recorder.record('server', { jsonrpc: '2.0', id: 9, error: { code: -32700, message: 'x' } }, '2025-06-18');
    recorder.record('server', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }, '2025-11-25');
    expect(recorder.problems()).toHaveLength(1);
  });

  it('is content with any revision as long as none is known', () => {
    const recorder = new WireRecorder();
    recorder.record('server', line({ id: null, error: { code: -32700, message: 'Parse error' } }));
    recorder.record('server', line({ error: { code: -32700, message: 'Parse error' } }));
    expect(recorder.problems()).toEqual([]);
    recorder.record('server', line({ id: true, error: { code: -32700, message: 'Parse error' } }));
    expect(recorder.problems().length).toBeGreaterThan(0);
  });

  it('pairs the answers in a batch', () => {
    const recorder = new WireRecorder({ revision: '2025-03-26' });
    recorder.record('client', [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    ]);
    recorder.record('server', [
      { jsonrpc: '2.0', id: 2, result: { tools: [] } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    expect(recorder.problems()).toEqual([]);
    recorder.record('client', { jsonrpc: '2.0', id: 3, method: 'tools/list' });
    recorder.record('server', [{ jsonrpc: '2.0', id: 3, result: {} }]);
    expect(recorder.problems()).toHaveLength(1);
  });

  it('reports what is not JSON', () => {
    const recorder = new WireRecorder();
    recorder.record('server', 'Listening on 3000\n');
    expect(recorder.problems()).toEqual(['server sent what is not JSON: Listening on 3000']);
  });

  it('listens to a fetch without holding up its streams', async () => {
    const recorder = new WireRecorder();
    const answer = (id: number, result: object) => JSON.stringify({ jsonrpc: '2.0', id, result });
    const parts = [`data: ${answer(1, { resultType: 'complete', content: 3 })}`, '\n\n: bye'];
    const inner: typeof fetch = async () => {
      const body = new ReadableStream({
        pull(controller) {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const listened = recordingFetch(recorder, inner);
    const body = line({ id: 1, method: 'tools/call', params: { name: 'x', ...modern } });
    const response = await listened('http://localhost/mcp', { method: 'POST', body });
    expect(await response.text()).toContain('bye');
    expect(recorder.size).toBe(2);
    expect(recorder.problems()).toEqual([expect.stringContaining('CallToolResult: /content must be array')]);
  });
});
