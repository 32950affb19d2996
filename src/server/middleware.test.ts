import { Client } from 'parley-mcp';
import { expect, it, onTestFinished } from 'vitest';
import { Server } from './index.js';

it('A middleware that does not wait for the rest answers by itself, and a failure of the rest harms nobody', async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
  const server = new Server({ name: 'till', version: '1' });
  server.use((ctx, next) => {
    if (ctx.method !== 'acme/unknown') return next();
    next();
    return { own: true };
  });
  await using client = await Client.connect(server);
  expect(await client.request('acme/unknown')).toMatchObject({ own: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
