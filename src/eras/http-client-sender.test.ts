import { expect, test } from 'vitest';
import type { HttpClient, HttpFailure, HttpRequestOptions, HttpResponseListener } from '../transports/http/ports.js';
import type { HeaderSource } from './http-client-options.js';
import { HttpSender } from './http-client-sender.js';

/** Sends one request with headers from `source`; resolves to what was sent, or to how that failed. */
function send(source: unknown): Promise<HttpRequestOptions | HttpFailure> {
  return new Promise((resolve) => {
    const client: HttpClient = {
      send(request) {
        resolve(request);
        return () => {};
      },
      close() {},
    };
    const listener = { failed: resolve } as unknown as HttpResponseListener; // nothing else is called here
    new HttpSender(client, source as HeaderSource).send('POST', ['Accept', 'a/b'], '{}', listener); // nonsense included
  });
}

test('headers from a function are added, whether they come at once or later', async () => {
  const expected = { method: 'POST', headers: ['Accept', 'a/b', 'x', 'y'], body: '{}' };
  expect(await send(() => ({ x: 'y' }))).toEqual(expected);
  expect(await send(async () => ({ x: 'y' }))).toEqual(expected);
});

test.each([
  ['null', () => null],
  ['null, later', async () => null],
  ['a number, later', async () => 5],
  ['an error', () => Promise.reject(new Error('no token'))],
])('a headers function that gives %s fails its request', async (_, source) => {
  expect(await send(source)).toMatchObject({
    kind: 'network',
    sent: false,
    message: expect.stringMatching(/^The headers option failed: (it takes an object|no token)/),
  });
});
