import { expect, it } from 'vitest';
import { McpServer } from '../mcp-server.js';
import { bytesResource, textResource } from './index.js';

const server = () => new McpServer({ name: 'shop', version: '1' });

it('serves a text as text/plain, or as the type that the resource was registered with', async () => {
  const shop = server();
  shop.resource('shop://motto', {}, textResource('Read.'));
  shop.resource('shop://note', { mimeType: 'text/markdown' }, textResource('# Read'));
  expect(await shop.readResource('shop://motto')).toEqual({
    contents: [{ uri: 'shop://motto', mimeType: 'text/plain', text: 'Read.' }],
  });
  expect((await shop.readResource('shop://note')).contents[0]?.mimeType).toBe('text/markdown');
});

it('serves a text under a type of its own and the URI that is read', async () => {
  const shop = server();
  shop.resource('shop://page/{n}', {}, textResource('<p>', { mimeType: 'text/html' }));
  const expected = { uri: 'shop://page/2', mimeType: 'text/html', text: '<p>' };
  expect(await shop.readResource('shop://page/2')).toEqual({ contents: [expected] });
  expect((await shop.readResource('shop://page/3')).contents[0]?.uri).toBe('shop://page/3');
});

it('serves bytes as base64', async () => {
  const shop = server();
  shop.resource('shop://raw', {}, bytesResource(new Uint8Array([1, 2, 3])));
  shop.resource('shop://pdf', {}, bytesResource(new Uint8Array([1, 2, 3]), { mimeType: 'application/pdf' }));
  const raw = { uri: 'shop://raw', mimeType: 'application/octet-stream', blob: 'AQID' };
  expect((await shop.readResource('shop://raw')).contents).toEqual([raw]);
  const pdf = { uri: 'shop://pdf', mimeType: 'application/pdf', blob: 'AQID' };
  expect((await shop.readResource('shop://pdf')).contents).toEqual([pdf]);
});

it('gives a nested read the URI that was asked for', async () => {
  const shop = server();
  shop.resource('shop://page', {}, textResource('<p>', { mimeType: 'text/html' }));
  shop.tool('peek', {}, async (_args, ctx) => ctx.readResource('shop://page'));
  expect((await shop.callTool('peek')).structuredContent).toMatchObject({ contents: [{ uri: 'shop://page' }] });
});
