import { expect, test, vi } from 'vitest';
import type { HttpCall } from '../transports/http/index.js';
import { LegacyHttpServer } from './legacy-http-server.js';
import type { ServerPort } from './server-port.js';

test('a message that cannot be taken in once the code is there is answered with 500 and logged', async () => {
  const error = vi.fn();
  const port = { logger: { error }, dispatch() {}, prepareConnected() {} } as unknown as ServerPort; // as much of one as is used here
  const options = { stateless: true, jsonResponse: false, keepAliveMs: 0, sessionIdleMs: 1, maxSessions: 1 };
  const server = new LegacyHttpServer(port, options, { opened() {}, closed() {} });
  const answered = new Promise<number>((resolve) => {
    const head = {
      get protocolVersion() {
        throw new Error('broken host');
      },
    };
    const call = { head, respond: resolve } as unknown as HttpCall; // likewise
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
    server.handle(call, undefined, { era: 'legacy', kind: 'request', message });
  });
  expect(await answered).toBe(500);
  expect(error).toHaveBeenCalledTimes(1);
});
