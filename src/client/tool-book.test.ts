import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../types/index.js';
import { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { FakeServer, recordingLogger } from './fake-server.test-support.js';
import { ToolBook } from './tool-book.js';

const counted = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };

async function listed(outputSchema: JsonObject, result: JsonObject, options: ClientOptions = {}) {
  const logger = recordingLogger();
  const server = new FakeServer('legacy', {
    'tools/list': () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' }, outputSchema }] }),
    'tools/call': () => result,
  });
  const client = await Client.connect(server, { mode: 'legacy', logger, ...options });
  await client.listTools();
  return { client, server, logger };
}

describe('structured content', () => {
  it('that matches the outputSchema is delivered', async () => {
    const { client } = await listed(counted, { content: [], structuredContent: { count: 1 } });
    expect(await client.callTool('a')).toEqual({ content: [], structuredContent: { count: 1 } });
    expect(await client.callTool('a')).toEqual({ content: [], structuredContent: { count: 1 } });
  });

  it('that does not match rejects with the whole result in data, on every call', async () => {
    const result = { content: [{ type: 'text', text: 'x' }], structuredContent: { count: 'one' }, 'x-kept': 1 };
    const { client } = await listed(counted, result);
    for (let round = 0; round < 2; round++) {
      await expect(client.callTool('a')).rejects.toMatchObject({
        code: 'INVALID_RESPONSE',
        data: result,
        message: expect.stringMatching(/Tool "a" broke its promise: .*count.*validateOutput: 'warn'/),
      });
    }
  });

  it('that is missing rejects too, but null counts as there', async () => {
    const missing = await listed(counted, { content: [] });
    await expect(missing.client.callTool('a')).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      data: { content: [] },
    });
    const explicit = await listed({ type: 'null' }, { content: [], structuredContent: null });
    expect(await explicit.client.callTool('a')).toEqual({ content: [], structuredContent: null });
  });

  it('is not checked when the tool failed, was not listed, or nobody wants it', async () => {
    const failed = await listed(counted, { content: [], isError: true });
    expect(await failed.client.callTool('a')).toEqual({ content: [], isError: true });
    const wrong = { content: [], structuredContent: 7 };
    const unlisted = await listed(counted, wrong);
    expect(await unlisted.client.callTool('b')).toEqual(wrong);
    const unwanted = await listed(counted, wrong, { validateOutput: false });
    expect(await unwanted.client.callTool('a')).toEqual(wrong);
  });

  it('that does not match is delivered with a warning when that is asked for', async () => {
    const wrong = { content: [], structuredContent: {} };
    const { client, logger } = await listed(counted, wrong, { validateOutput: 'warn' });
    expect(await client.callTool('a')).toEqual(wrong);
    expect(logger.lines).toHaveLength(1);
  });

  it.each([
    { $ref: '#/$defs/missing' },
    { $ref: 'https://acme.test/schema.json' },
    { $schema: 'https://acme.test/unknown' },
    { type: 'nonsense' },
    { type: 'string', pattern: '^(a+)+$' },
  ])('of a tool whose schema cannot be used is delivered, with one warning: %j', async (schema) => {
    const result = { content: [], structuredContent: { any: 1 } };
    const { client, logger } = await listed(schema, result);
    expect(await client.callTool('a')).toEqual(result);
    expect(await client.callTool('a')).toEqual(result);
    expect(logger.lines).toEqual([
      expect.stringMatching(/^The outputSchema of tool "a" cannot be used \(.+\); its results/),
    ]);
  });

  it('is no longer checked once the server says that its tools changed', async () => {
    const wrong = { content: [], structuredContent: 'text' };
    const { client, server } = await listed(counted, wrong);
    server.notify('notifications/tools/list_changed');
    expect(await client.callTool('a')).toEqual(wrong);
    await client.listTools();
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('content', () => {
  it('that is missing or null is empty', async () => {
    const results = [{ structuredContent: {} }, { content: null }];
    const server = new FakeServer('legacy', { 'tools/call': () => results.shift() });
    await using client = await Client.connect(server, { mode: 'legacy' });
    expect(await client.callTool('a')).toEqual({ content: [], structuredContent: {} });
    expect(await client.callTool('a')).toEqual({ content: [] });
  });
});

describe('arguments in headers', () => {
  const wanting = (name: string, annotated: JsonObject) => ({
    name,
    inputSchema: { type: 'object' as const, properties: { region: annotated } },
  });

  it('are remembered per tool', () => {
    const book = new ToolBook(recordingLogger(), 'error');
    book.mirrorsArguments = true;
    book.learn([wanting('a', { type: 'string', 'x-mcp-header': 'Region' })]);
    expect(book.headerParams('a')).toEqual([{ header: 'Region', path: ['region'], type: 'string' }]);
    expect(book.headerParams('b')).toBeUndefined();
  });

  it('that break a rule make the tool useless, with one warning that names it and the reason', () => {
    const logger = recordingLogger();
    const book = new ToolBook(logger, 'error');
    book.mirrorsArguments = true;
    const good = wanting('good', { type: 'string' });
    const bad = wanting('bad', { type: 'number', 'x-mcp-header': 'Region' });
    expect(book.learn([bad, good])).toEqual([good]);
    expect(book.learn([bad, good])).toEqual([good]);
    expect(logger.lines).toEqual([
      expect.stringMatching(/^Tool "bad" was left out of the list: .*x-mcp-header "Region"/),
    ]);
  });

  it('mean nothing where there are no headers', () => {
    const book = new ToolBook(recordingLogger(), 'error');
    const bad = wanting('bad', { type: 'number', 'x-mcp-header': 'Region' });
    expect(book.learn([bad])).toEqual([bad]);
  });
});
