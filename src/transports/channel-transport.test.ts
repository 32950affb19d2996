import { expect, test } from 'vitest';
import type { ClientTransport } from '../exchange/index.js';
import { connectable } from '../exchange/index.js';
import { channelTransport } from './channel-transport.js';
import { memoryTransport } from './memory-transport.js';

const listener = { notification() {}, request() {}, problem() {}, closed() {} };
const message = { jsonrpc: '2.0', method: 'acme/count', params: { count: 1n } } as const;
const unsendable = { code: 'INVALID_OPTION', mayHaveRun: false, message: expect.stringContaining('"acme/count"') };

function sending(broken = false): ClientTransport {
  return channelTransport({
    start() {},
    send() {
      if (broken) throw new Error('the pipe is gone');
    },
    async close() {},
  });
}

function answer(transport: ClientTransport, params?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    transport.request({ ...message, id: 1, params: params ?? message.params } as never, {
      response: resolve,
      lost: reject,
    }); // no JSON type has a BigInt
  });
}

test.each([
  ['a channel', () => sending()],
  ['memory', () => memoryTransport({ [connectable]: () => ({ receive() {}, close() {} }) })],
])('over %s a message without a JSON form is INVALID_OPTION', async (_, make) => {
  const transport = make();
  await transport.start(listener);
  await expect(answer(transport)).rejects.toMatchObject(unsendable);
  await expect((async () => transport.notify(message as never))()).rejects.toMatchObject(unsendable); // as above
});

test('a channel that cannot send loses the request', async () => {
  await expect(answer(sending(true), {})).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: false });
});
