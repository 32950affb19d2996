import { beforeEach, expect, test, vi } from 'vitest';
import type { HttpResponseListener } from './ports.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const eventStream = new Map([['content-type', 'text/event-stream']]);

beforeEach(() => vi.resetModules());

/** An answer of a program that has read no event stream yet, whose head has come. */
async function firstStream(limit = 100) {
  const { ClientResponse } = await import('./client-response.js');
  const told: string[] = [];
  const listener: HttpResponseListener = {
    head: () => 'events',
    text: () => {},
    event: ({ data }) => {
      if (data === 'throw') throw new Error('no more');
      told.push(data);
    },
    retry: () => {},
    end: () => told.push('end'),
    failed: ({ kind }) => told.push(kind),
  };
  const response = new ClientResponse('GET a', listener, limit);
  expect(response.head(200, eventStream)).toBe(true);
  return { response, told };
}

test('What the first event stream brings before it can be read is told in order, its end last', async () => {
  const { response, told } = await firstStream();
  for (let count = 0; count < 30; count++) expect(response.chunk(bytes(`data: ${count}\n\n`))).toBe(true);
  response.finish();
  expect(told).toEqual([]);
  expect(await response.opening).toBe(true);
  expect(told).toEqual([...Array.from({ length: 30 }, (_, count) => String(count)), 'end']);
  expect(response.opening).toBeUndefined();
});

test('A first event stream that breaks off before it can be read tells its events, and then that', async () => {
  const { response, told } = await firstStream();
  response.chunk(bytes('data: 1\n\ndata: 2'));
  response.fail('network', 'broke off', true, undefined);
  await response.opening;
  expect(told).toEqual(['1', 'network']);
});

test('A first event stream goes on as it is read', async () => {
  const { response, told } = await firstStream();
  response.chunk(bytes('data: 1\n\nda'));
  await response.opening;
  expect(response.chunk(bytes('ta: 2\n\n'))).toBe(true);
  response.finish();
  expect(told).toEqual(['1', '2', 'end']);
});

test.each([
  ['one event is over the limit', `data: 1\n\ndata: ${'x'.repeat(200)}\n\n`, ['1', 'too-large']],
  ['its listener throws', 'data: 1\n\ndata: throw\n\ndata: 2\n\n', ['1', 'network']],
])('A first event stream is to be broken off where %s', async (_, text, expected) => {
  const { response, told } = await firstStream();
  response.chunk(bytes(text));
  expect(await response.opening).toBe(false);
  expect(told).toEqual(expected);
});

test('Nothing of a first event stream is told once it is given up', async () => {
  const { response, told } = await firstStream();
  response.chunk(bytes('data: 1\n\n'));
  response.finish();
  response.abandon();
  expect(await response.opening).toBe(false);
  expect(told).toEqual([]);
});
