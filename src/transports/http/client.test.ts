import { expect, test } from 'vitest';
import { createHttpClient } from './client.js';
import type { FetchFunction, HttpClient, HttpFailure } from './ports.js';

interface Answer {
  body: string | undefined;
  failure: HttpFailure | undefined;
}

/** Sends one request and waits for the last word about it. */
function send(client: HttpClient, mode: 'text' | 'events' = 'text'): Promise<Answer> {
  return new Promise((done) => {
    const heard: Answer = { body: undefined, failure: undefined };
    client.send(
      { method: 'POST', headers: ['X-A', '1'], body: '{}' },
      {
        head: () => mode,
        text: (body) => {
          heard.body = body;
        },
        event() {},
        retry() {},
        end: () => done(heard),
        failed: (failure) => done({ ...heard, failure }),
      },
    );
  });
}

const through = (fetch: FetchFunction, mode: 'text' | 'events' = 'text') =>
  send(createHttpClient({ url: new URL('http://user:pass@a.test/mcp#x'), fetch, maxMessageBytes: 1000 }), mode);

test('the function gets a string, plain headers it can spread, and a signal', async () => {
  let seen: [string, RequestInit] | undefined;
  const heard = await through(async (input, init) => {
    seen = [input, init];
    return new Response('hi');
  });
  expect(heard.body).toBe('hi');
  expect(seen?.[0]).toBe('http://a.test/mcp');
  expect(seen?.[1]).toMatchObject({
    method: 'POST',
    body: '{}',
    redirect: 'manual',
    headers: { 'X-A': '1', Authorization: 'Basic dXNlcjpwYXNz' },
  });
  expect(seen?.[1].signal).toBeInstanceOf(AbortSignal);
});

test('a function that throws, rejects or gives something else fails the request only', async () => {
  const thrown = await through(() => {
    throw new Error('no proxy');
  });
  expect(thrown.failure?.message).toContain('no proxy');
  const aborted = await through(() => Promise.reject(new DOMException('given up', 'AbortError')));
  expect(aborted.failure?.kind).toBe('aborted');
  const nothing = await through(() => JSON.parse('null'));
  expect(nothing.failure?.kind).toBe('network');
});

test('a redirect that the platform hides fails', async () => {
  const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null };
  const { failure } = await through(() => Promise.resolve(proxyOf(hidden)));
  expect(failure?.kind).toBe('redirect');
});

test('a body that errors fails as broken off', async () => {
  const body = new ReadableStream({
    pull: (control) => control.error(new TypeError('terminated', { cause: new Error('other side closed') })),
  });
  const { failure } = await through(async () => new Response(body), 'events');
  expect(failure?.message).toContain('other side closed');
  expect(failure?.sent).toBe(true);
});

function proxyOf(fields: object): Response {
  return new Proxy(new Response(), { get: (target, name) => Reflect.get(fields, name) ?? Reflect.get(target, name) });
}
