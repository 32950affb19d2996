import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { McpError } from '../errors/index.js';
import { type Connectable, connectable, type MemoryClient, type MemoryServer } from '../exchange/index.js';
import { McpServer } from '../mcp-server/index.js';
import { type RequestContext, Server } from '../server/index.js';
import type { JsonObject } from '../types/index.js';
import { Client } from './index.js';

const usual = undefined;
/** A call with an option of its own does not take the shortcut. */
const general = { timeout: 60_000 };

/** A server that counts what reaches it as a message. */
function counting(server: Connectable): Connectable & { messages: number } {
  const counted = {
    messages: 0,
    async [connectable](client: MemoryClient): Promise<MemoryServer> {
      const inner = await server[connectable](client);
      const receive: MemoryServer['receive'] = (message) => {
        counted.messages++;
        inner.receive(message);
      };
      return Object.assign({}, inner, { receive });
    },
  };
  return counted;
}

/** What became of a promise, in values that can be compared. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { result: await promise };
  } catch (error) {
    if (!McpError.is(error)) throw error;
    const { code, jsonRpcCode, message, data } = error;
    return { code, jsonRpcCode, message, data };
  }
}

function answering(answer: (params: JsonObject, ctx: RequestContext) => unknown): Server {
  const options = { logLevel: 'silent', handlers: { 'tools/call': answer as () => never } } as const;
  return new Server({ name: 'shop', version: '1', icons: [{ src: 'https://shop.example/i.png' }] }, options);
}

describe('the shortcut to a server in the same process', () => {
  it('sends no message for a call that is answered at once', async () => {
    const server = new McpServer({ name: 'shop', version: '1' });
    server.tool('greet', { inputSchema: { type: 'object' } }, () => 'Hello');
    const counted = counting(server);
    await using client = await Client.connect(counted);
    const before = counted.messages;
    expect((await client.callTool('greet')).content).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(counted.messages).toBe(before);
    await client.callTool('greet', {}, general);
    expect(counted.messages).toBe(before + 1);
  });

  it('is not taken where everything is made text, nor with a handshake', async () => {
    for (const options of [{ serialise: true }, { mode: 'legacy' }] as const) {
      const counted = counting(answering(() => 'Hello'));
      await using client = await Client.connect(counted, options);
      const before = counted.messages;
      await client.callTool('greet');
      expect(counted.messages).toBe(before + 1);
    }
  });

  it('shows handlers the same as a message does', async () => {
    const seen: unknown[] = [];
    const server = answering((params, ctx) => {
      const { requestId, method, meta, protocolVersion, clientInfo, clientCapabilities, headers, auth, request } = ctx;
      seen.push({ id: typeof requestId, method, meta, protocolVersion, clientInfo, clientCapabilities });
      seen.push({ headers, auth, request, params, same: params === ctx.params, aborted: ctx.signal.aborted });
      return 'ok';
    });
    await using client = await Client.connect(server, {
      onElicit: () => ({ action: 'cancel' }),
      onListRoots: () => [],
    });
    for (const options of [usual, general]) await client.callTool('look', { deep: [{ a: null }] }, options);
    expect(seen.slice(0, 2)).toEqual(seen.slice(2));
  });

  it('delivers what JSON would, of any arguments and any result', async () => {
    const odd = fc.constantFrom<unknown>(undefined, Number.NaN, new Date(0), 10n, Symbol('s'), {
      toJSON: () => 'text',
    });
    const value = fc.oneof({ weight: 4, arbitrary: fc.jsonValue() }, odd);
    const text = { type: 'text', text: 'Hello' };
    const field = fc.constantFrom<unknown>('content', 'structuredContent', 'isError', '_meta', 'resultType', 'toJSON');
    const result = fc.oneof(
      value,
      fc.dictionary(field as fc.Arbitrary<string>, value),
      fc.dictionary(fc.string(), value).map((more) => Object.assign({ content: [text] }, more)),
      fc.constantFrom<unknown>({ content: [text], isError: true }, { content: [text], _meta: { a: 1 } }),
      fc.constantFrom<unknown>({ content: [Object.assign({ annotations: { priority: 2 } }, text)] }, [text], {
        content: [],
      }),
      fc.constantFrom<unknown>({ resultType: 'complete', content: [] }, { resultType: 'input_required' }),
    );
    const hidden = Object.defineProperty({ isError: false }, 'content', { value: [text] });
    const peculiar = fc.constantFrom<unknown>(
      hidden,
      Object.create({ content: [text] }),
      { content: [Object.create(text)] },
      { content: [Object.defineProperty({ type: 'text' }, 'text', { value: 'hidden' })] },
      { content: Object.assign([text], { toJSON: () => [text, text] }) },
      { content: [{ text: 'Hello', type: 'text' }] },
      { content: [text], more: 1n },
      { content: [text], [Symbol('more')]: {} },
    );
    const how = fc.constantFrom('returns', 'resolves', 'throws', 'rejects', 'fails');
    let answer: (params: JsonObject) => unknown = () => '';
    let got: unknown;
    const server = answering((params) => {
      got = params.arguments;
      return answer(params);
    });
    await using client = await Client.connect(server);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), value), fc.oneof(result, peculiar), how, async (args, given, way) => {
        const error = new McpError(-31000, 'The till is closed', given);
        answer = () => {
          if (way === 'throws') throw error;
          if (way === 'fails') throw new Error('secret');
          if (way === 'rejects') return Promise.reject(error);
          return way === 'resolves' ? Promise.resolve(given) : given;
        };
        got = undefined;
        const quick = await outcomeOf(client.callTool('any', args, usual));
        const seen = got;
        got = undefined;
        expect(quick).toEqual(await outcomeOf(client.callTool('any', args, general)));
        expect(seen).toEqual(got);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps apart what handlers, clients and other calls hold', async () => {
    const held: JsonObject = { content: [{ type: 'text', text: 'Hello' }], structuredContent: { list: [1] } };
    const metas: unknown[] = [];
    const server = answering((params, ctx) => {
      metas.push(Object.assign({}, ctx.meta));
      (params.arguments as { list: unknown[] }).list.push('handler');
      Object.assign(ctx.meta, { note: 'handler' });
      Object.assign(ctx.params, { note: 'handler' });
      return held;
    });
    await using client = await Client.connect(server);
    const args = { list: [] };
    const first = await client.callTool('hold', args);
    (first.structuredContent as { list: unknown[] }).list.push('client');
    Object.assign(first._meta ?? {}, { note: 'client' });
    const second = await client.callTool('hold', args);
    expect(args).toEqual({ list: [] });
    expect(held.structuredContent).toEqual({ list: [1] });
    expect(second.structuredContent).toEqual({ list: [1] });
    expect(second._meta).not.toHaveProperty('note');
    expect(metas[1]).toEqual(metas[0]);
  });

  it('gives nobody a say in who the others are', async () => {
    const server = answering((_params, ctx) => {
      const before = ctx.clientInfo?.name;
      Reflect.set(Object(ctx.clientInfo), 'name', 'other');
      return before;
    });
    await using client = await Client.connect(server, { clientInfo: { name: 'reader', version: '1' } });
    for (let call = 0; call < 2; call++)
      expect(await client.callTool('rename')).toMatchObject({ content: [{ text: 'reader' }] });
  });

  it('runs middleware, and sends what it made of the result', async () => {
    const server = answering((params) => ({ content: [], structuredContent: params.arguments }));
    server.use(async (_ctx, next) =>
      Object.assign({}, await next({ params: { name: 'a', arguments: { b: 1 } } }), { c: 2 }),
    );
    await using client = await Client.connect(server);
    expect(await client.callTool('any')).toMatchObject({ structuredContent: { b: 1 }, c: 2 });
  });

  it('lets a call that waits be timed out, and tells its handler', async () => {
    let reason: unknown;
    const server = answering(
      (_params, ctx) =>
        new Promise(() => {
          ctx.signal.addEventListener('abort', () => {
            reason = ctx.signal.reason;
          });
        }),
    );
    await using client = await Client.connect(server, { timeout: 20 });
    await expect(client.callTool('wait')).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', mayHaveRun: true });
    expect(reason).toMatchObject({ message: 'Timed out after 20 ms' });
  });

  it.each(['client', 'server'] as const)(
    'ends calls that wait when the %s closes, as it does all others',
    async (side) => {
      const ends = [];
      for (const options of [usual, general]) {
        let aborted = false;
        const server = answering(
          (_params, ctx) =>
            new Promise(() => {
              ctx.signal.addEventListener('abort', () => {
                aborted = true;
              });
            }),
        );
        const client = await Client.connect(server);
        const call = outcomeOf(client.callTool('wait', {}, options));
        await (side === 'client' ? client : server).close();
        ends.push(await call);
        expect(aborted).toBe(true);
        await expect(client.callTool('wait')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED', mayHaveRun: false });
      }
      expect(ends[0]).toEqual(ends[1]);
    },
  );

  it('rejects a call whose own handler closes the connection', async () => {
    const calls = [];
    for (const options of [usual, general]) {
      const client: Client = await Client.connect(
        answering(() => {
          void client.close();
          return 'closed';
        }),
      );
      calls.push(await outcomeOf(client.callTool('close', {}, options)));
    }
    expect(calls[0]).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(calls[0]).toEqual(calls[1]);
  });

  it.each([
    ['a member', () => Object.defineProperty({}, 'content', { enumerable: true, get: fails })],
    ['its `_meta`', () => Object.defineProperty({}, '_meta', { enumerable: true, get: fails })],
    [
      'its text',
      () => ({ content: [Object.defineProperty({ type: 'text' }, 'text', { enumerable: true, get: fails })] }),
    ],
    ['all of it', () => new Proxy({}, { get: fails, ownKeys: fails })],
    ['its JSON', () => ({ toJSON: () => 'no object' })],
  ])('rejects, and tells nothing, where a result throws when it is looked at: %s', async (_what, result) => {
    const server = new Server({ name: 'shop', version: '1' }, { logLevel: 'silent' });
    server.handle('acme/odd', { params: { type: 'object' } }, result as () => never);
    await using client = await Client.connect(server);
    const outcome = await outcomeOf(client.request('acme/odd', {}));
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(await outcomeOf(client.request('acme/odd', {}, general))).toEqual(outcome);
  });

  it('gives both sides values that are theirs to change', async () => {
    let seen: unknown;
    const server = answering((_params, ctx) => {
      seen = ctx.meta;
      Object.assign(ctx.clientInfo ?? {}, { name: 'changed' });
      return { content: [{ type: 'text', text: 'done' }] };
    });
    await using client = await Client.connect(server, { clientInfo: { name: 'reader', version: '1' } });
    for (let call = 0; call < 2; call++) {
      const { _meta } = await client.request('tools/call', { name: 'any' });
      const info: unknown = _meta?.['io.modelcontextprotocol/serverInfo'];
      expect(info).toMatchObject({ name: 'shop' });
      Object.assign(info ?? {}, { name: 'changed' });
      expect(seen).toMatchObject({ 'io.modelcontextprotocol/clientInfo': { name: 'changed' } });
      seen = undefined;
    }
    expect(client.serverInfo).toMatchObject({ name: 'shop' });
  });

  it.each(['text', 5, null, [1], true])('refuses params that are no object: %o', async (params) => {
    const server = answering(() => ({ content: [] }));
    await using client = await Client.connect(server);
    await expect(client.request('acme/any', params as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

function fails(): never {
  throw new Error('secret');
}
