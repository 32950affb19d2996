import { McpServer } from 'parley-mcp';
import { describe, expect, it, vi } from 'vitest';
import { modern, opening, rawHttp, rawStdio, rpc } from '../e2e/raw.js';

function shop() {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const signals: AbortSignal[] = [];
  server.tool('slow', {}, (_args, ctx) => {
    signals.push(ctx.signal);
    return new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('too late')));
  });
  server.tool('quick', {}, () => 'quick');
  return { server, signals };
}

const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

describe.each([0, '', -1, '0', 'é"\\'])('a request with the id %j', (id) => {
  it.each(['legacy', 'modern'])('is aborted by its cancellation and not answered, on a %s connection', async (era) => {
    const { server, signals } = shop();
    await using raw = await rawStdio(server);
    if (era === 'legacy') await raw.ask(opening('2025-11-25', 'open'));
    const call = (name: string) =>
      era === 'legacy' ? rpc(id, 'tools/call', { name }) : modern(id, 'tools/call', { name });
    await raw.send(call('slow'));
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    await raw.send(cancel(typeof id === 'number' ? String(id) : Number(id)));
    expect(signals[0]?.aborted).toBe(false);
    await raw.send(cancel(id));
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
    await new Promise(setImmediate);
    expect(raw.received.filter((message) => 'id' in message)).toEqual([]);
    expect(await raw.ask(call('quick'))).toMatchObject({ id, result: { content: [{ text: 'quick' }] } });
  });

  it('is aborted by its cancellation within an HTTP session', async () => {
    const { server, signals } = shop();
    await using http = rawHttp(server);
    const headers = await http.open('2025-11-25');
    const open = http.post(rpc(id, 'tools/call', { name: 'slow' }), headers);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    expect((await http.post(cancel(id), headers)).status).toBe(202);
    expect(signals[0]?.aborted).toBe(true);
    expect(await (await open).text()).toBe('');
  });
});
