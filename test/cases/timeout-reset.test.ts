import { Client } from 'parley-mcp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Asked, ScriptedServer } from './scripted.js';

/** Sends progress every 300 ms for 1.5 s, then the result. */
function slow(asked: Asked) {
  return new Promise<{ content: [] }>((resolve) => {
    let sent = 0;
    const timer = setInterval(() => {
      sent++;
      const progressToken = asked.params._meta?.progressToken;
      if (progressToken !== undefined) asked.notify('notifications/progress', { progressToken, progress: sent });
      if (sent < 5) return;
      clearInterval(timer);
      resolve({ content: [] });
    }, 300);
  });
}

describe('a call whose timeout progress starts anew', () => {
  beforeAll(() => {
    vi.useFakeTimers();
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  async function connect() {
    const server = new ScriptedServer({ 'tools/call': slow });
    const client = await Client.connect(server, { mode: 'legacy' });
    return { server, client };
  }

  it.each([
    ['with a callback', true],
    ['without a callback', false],
  ])('asks for progress and gets its result, %s', async (_how, withCallback) => {
    const { server, client } = await connect();
    const onProgress = vi.fn();
    const call = client.callTool(
      'slow',
      {},
      {
        timeout: 500,
        resetTimeoutOnProgress: true,
        ...(withCallback ? { onProgress } : {}),
      },
    );
    await vi.advanceTimersByTimeAsync(1600);
    await expect(call).resolves.toEqual({ content: [] });
    expect(onProgress).toHaveBeenCalledTimes(withCallback ? 5 : 0);
    expect(server.recorder.problems()).toEqual([]);
    await client.close();
  });

  it('is cut all the same at its total limit, which the error names', async () => {
    const { server, client } = await connect();
    const call = client.callTool('slow', {}, { timeout: 500, resetTimeoutOnProgress: true, maxTotalTimeout: 1000 });
    const cut = expect(call).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: expect.stringContaining('maxTotalTimeout'),
      mayHaveRun: true,
    });
    await vi.advanceTimersByTimeAsync(1100);
    await cut;
    expect(server.seen('notifications/cancelled')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.recorder.problems()).toEqual([]);
    await client.close();
  });

  it('is not what a call gets that did not ask for it', async () => {
    const { client } = await connect();
    const call = client.callTool('slow', {}, { timeout: 500, onProgress: () => {} });
    const cut = expect(call).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: expect.stringContaining('500 ms'),
    });
    await vi.advanceTimersByTimeAsync(600);
    await cut;
    await client.close();
  });

  it('times out when progress stops, or is that of another call', async () => {
    const server = new ScriptedServer({
      'tools/call': (asked) => {
        asked.notify('notifications/progress', { progressToken: 'another', progress: 1 });
        return undefined;
      },
    });
    const client = await Client.connect(server, { mode: 'legacy' });
    const call = client.callTool('slow', {}, { timeout: 500, resetTimeoutOnProgress: true });
    const cut = expect(call).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(600);
    await cut;
    await client.close();
  });
});
