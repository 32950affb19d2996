import { expect, it, vi } from 'vitest';
import { McpServer } from '../mcp-server.js';
import { type HttpResourceOptions, httpResource } from './index.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function shopWith(answer: () => Response | Promise<Response>, options: HttpResourceOptions = {}) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer());
  const shop = new McpServer({ name: 'shop', version: '1', logger: quiet });
  const handler = httpResource('https://books.example.com/{isbn}', Object.assign({ fetch }, options));
  shop.resource('book://{isbn}', {}, handler);
  return { shop, fetch, read: () => shop.readResource('book://978 1') };
}

it('fetches the address with the variables of the URI, and takes the type from the answer', async () => {
  const { shop, fetch } = shopWith(
    () => new Response('<b>', { headers: { 'content-type': 'Text/HTML; charset=utf-8' } }),
  );
  const { contents } = await shop.readResource('book://a%2Fb');
  expect(contents).toEqual([{ uri: 'book://a%2Fb', mimeType: 'text/html', text: '<b>' }]);
  expect(fetch.mock.calls[0]?.[0]).toBe('https://books.example.com/a%2Fb');
});

it('takes an answer without a type for JSON, unless the address has a suffix that is known', async () => {
  const bare = () => new Response(new TextEncoder().encode('{}'));
  const { shop } = shopWith(bare);
  expect((await shop.readResource('book://x')).contents[0]).toMatchObject({ mimeType: 'application/json', text: '{}' });
  expect((await shop.readResource('book://x.csv')).contents[0]).toMatchObject({ mimeType: 'text/csv', text: '{}' });
});

it('gives bytes of other types as base64, and text in the charset that it is in', async () => {
  const png = shopWith(() => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } }));
  expect((await png.read()).contents[0]).toMatchObject({ mimeType: 'image/png', blob: 'AQID' });
  const latin = shopWith(
    () => new Response(new Uint8Array([0xe9]), { headers: { 'content-type': 'text/plain; charset="iso-8859-1"' } }),
  );
  expect((await latin.read()).contents[0]).toMatchObject({ text: 'é' });
});

it('says that there is no such resource for 404, and tells other statuses', async () => {
  const missing = shopWith(() => new Response('secret', { status: 404 }));
  await expect(missing.read()).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND', data: { uri: 'book://978 1' } });
  const down = shopWith(() => new Response('secret', { status: 503 }));
  await expect(down.read()).rejects.toThrow('The origin of this resource answered with status 503.');
});

it('fails for an answer that is too large, and names the option', async () => {
  const { read } = shopWith(() => new Response('12345'), { maxBytes: 4 });
  await expect(read()).rejects.toThrow('more than 4 bytes (option maxBytes of httpResource)');
});

it('fails for an answer that comes too late, and for an origin that is not there, without naming it', async () => {
  const hang = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const { read } = shopWith(() => new Response(), { timeout: 5, fetch: hang });
  await expect(read()).rejects.toThrow('did not answer within 5 ms (option timeout)');
  const gone = shopWith(() => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.7')));
  await expect(gone.read()).rejects.toThrow(/^The origin of this resource could not be reached\.$/);
});

it('refuses an address that is not HTTP, and limits that are none', () => {
  expect(() => httpResource('file:///etc/passwd')).toThrow('begins with http:// or https://');
  expect(() => httpResource('https://{host}/x')).toThrow('begins with http:// or https://');
  expect(() => httpResource('https://a.example/', { maxBytes: 0 })).toThrow('maxBytes has to be a number above 0');
});
