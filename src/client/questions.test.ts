import { describe, expect, it, vi } from 'vitest';
import { McpError } from '../errors/index.js';
import type { CreateMessageResult, JsonObject, JsonRpcMessage } from '../types/index.js';
import { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { FakeServer, metaOf, recordingLogger } from './fake-server.test-support.js';

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
const page = { mode: 'url', message: 'Pay', url: 'https://pay.example/1', elicitationId: 'e' };
const said: CreateMessageResult = { role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'm' };
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 9 };

async function connect(options: ClientOptions) {
  const server = new FakeServer('legacy', { 'tools/call': () => undefined });
  const client = await Client.connect(server, { mode: 'legacy', logger: recordingLogger(), ...options });
  const answerTo = (id: number | string) => {
    const answer = server.received.find((message) => !('method' in message) && message.id === id);
    return answer as JsonObject | undefined;
  };
  let lastId = 0;
  const ask = async (method: string, params?: JsonObject): Promise<JsonObject> => {
    const id = `q${++lastId}`;
    const request: JsonRpcMessage = { jsonrpc: '2.0', id, method };
    server.send(params === undefined ? request : { ...request, params });
    await vi.waitFor(() => expect(answerTo(id)).toBeDefined(), { interval: 1 });
    const { jsonrpc: _, id: __, ...rest } = answerTo(id) ?? {};
    return rest;
  };
  return { server, client, ask, answerTo, [Symbol.asyncDispose]: () => client.close() };
}

describe('callbacks declare what the client can do', () => {
  const declared = async (options: ClientOptions): Promise<unknown[]> => {
    const legacy = new FakeServer('legacy');
    await (await Client.connect(legacy, { mode: 'legacy', ...options })).close();
    const modern = new FakeServer('modern');
    await (await Client.connect(modern, { mode: 'modern', ...options })).close();
    return [
      legacy.seen('initialize')[0]?.params?.capabilities,
      metaOf(modern.seen('server/discover')[0])[capabilitiesKey],
    ];
  };

  it('all three, in both eras, each in its own form', async () => {
    const options = { onElicit: () => ({ action: 'cancel' }) as const, onSample: () => said, onListRoots: () => [] };
    const [legacy, modern] = await declared(options);
    expect(legacy).toEqual({ elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } });
    expect(modern).toEqual({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} });
  });

  it('none without callbacks', async () => {
    expect(await declared({})).toEqual([{}, {}]);
  });

  it('with what the options narrow, widen and add', async () => {
    const [legacy] = await declared({
      onElicit: () => ({ action: 'cancel' }),
      onSample: () => said,
      elicitationModes: ['form'],
      applyElicitationDefaults: true,
      samplingCapabilities: { tools: {} },
      capabilities: { sampling: { context: {} }, experimental: { a: {} }, roots: {} },
    });
    expect(legacy).toEqual({
      elicitation: { form: { applyDefaults: true } },
      sampling: { tools: {}, context: {} },
      experimental: { a: {} },
      roots: {},
    });
  });

  it('and no mode that does not exist', async () => {
    const onElicit = () => ({ action: 'cancel' }) as const;
    for (const modes of [[], ['voice' as 'form']]) {
      await expect(declared({ onElicit, elicitationModes: modes })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        message: expect.stringContaining('elicitationModes'),
      });
    }
  });
});

describe("a server's question", () => {
  it('is answered by its callback, which gets the params as they came', async () => {
    const onElicit = vi.fn(() => ({ action: 'accept', content: { name: 'Ada' } }) as const);
    const onSample = vi.fn(() => said);
    await using joined = await connect({ onElicit, onSample, onListRoots: async () => [{ uri: 'file:///a' }] });
    const odd = { ...form, 'x-kept': 1 };
    expect(await joined.ask('elicitation/create', odd)).toEqual({
      result: { action: 'accept', content: { name: 'Ada' } },
    });
    expect(onElicit).toHaveBeenCalledWith(odd, { signal: expect.any(AbortSignal) });
    expect(await joined.ask('sampling/createMessage', sampling)).toEqual({ result: said });
    expect(onSample).toHaveBeenCalledWith(sampling, { signal: expect.any(AbortSignal) });
    expect(await joined.ask('roots/list')).toEqual({ result: { roots: [{ uri: 'file:///a' }] } });
    expect(await joined.ask('ping')).toEqual({ result: {} });
  });

  it('may be answered with the result of the specification for roots', async () => {
    await using joined = await connect({ onListRoots: () => ({ roots: [], 'x-kept': 1 }) });
    expect(await joined.ask('roots/list', {})).toEqual({ result: { roots: [], 'x-kept': 1 } });
  });

  it.each([
    ['elicitation/create', form, 'Elicitation not supported'],
    ['sampling/createMessage', sampling, 'Sampling not supported'],
    ['roots/list', undefined, 'Roots not supported'],
  ])('%s is refused without a callback', async (method, params, message) => {
    await using joined = await connect({});
    expect(await joined.ask(method, params)).toEqual({ error: { code: -32601, message } });
  });

  it('is refused in a mode that was not declared, and malformed', async () => {
    const onElicit = vi.fn(() => ({ action: 'cancel' }) as const);
    await using joined = await connect({ onElicit, elicitationModes: ['form'], onSample: () => said });
    const code = -32602;
    expect(await joined.ask('elicitation/create', page)).toEqual({
      error: { code, message: 'Elicitation not supported in url mode' },
    });
    expect(await joined.ask('sampling/createMessage', { ...sampling, tools: [] })).toEqual({
      error: { code, message: 'Sampling not supported with tools' },
    });
    for (const params of [{}, { message: 'm' }, { ...form, mode: 'voice' }, { ...page, url: 'pay' }])
      expect(await joined.ask('elicitation/create', params)).toMatchObject({ error: { code } });
    for (const params of [{}, { messages: [] }])
      expect(await joined.ask('sampling/createMessage', params)).toMatchObject({ error: { code } });
    expect(onElicit).not.toHaveBeenCalled();
  });

  it('has no content in its answer unless a form was accepted', async () => {
    const content = { name: 'Ada' };
    const answers = [{ action: 'accept', content }, { action: 'decline', content }, { action: 'cancel' }] as const;
    let next = 0;
    await using joined = await connect({ onElicit: () => answers[next++ % 3] ?? { action: 'cancel' } });
    expect(await joined.ask('elicitation/create', page)).toEqual({ result: { action: 'accept' } });
    expect(await joined.ask('elicitation/create', form)).toEqual({ result: { action: 'decline' } });
    expect(await joined.ask('elicitation/create', page)).toEqual({ result: { action: 'cancel' } });
  });

  it("is answered with an error when its callback throws, without details that are nobody's business", async () => {
    const thrown: unknown[] = [new Error('secret'), new McpError(-1, 'User rejected', { by: 'user' })];
    await using joined = await connect({ onSample: () => Promise.reject(thrown.shift()) });
    expect(await joined.ask('sampling/createMessage', sampling)).toEqual({
      error: { code: -32603, message: 'The client failed to answer' },
    });
    expect(await joined.ask('sampling/createMessage', sampling)).toEqual({
      error: { code: -1, message: 'User rejected', data: { by: 'user' } },
    });
  });

  it.each([
    ['elicitation/create', form, { action: 'yes' }],
    ['elicitation/create', form, { action: 'accept', content: { a: { deep: 1 } } }],
    ['elicitation/create', form, undefined],
    ['sampling/createMessage', sampling, { role: 'assistant' }],
    ['roots/list', undefined, { roots: [{}] }],
    ['roots/list', undefined, null],
  ])('%s is answered with an error when its callback returns what is no answer', async (method, params, answer) => {
    const logger = recordingLogger();
    const callback = () => answer as never;
    await using joined = await connect({ onElicit: callback, onSample: callback, onListRoots: callback, logger });
    expect(await joined.ask(method, params)).toEqual({
      error: { code: -32603, message: 'Client callback returned an invalid result' },
    });
    expect(logger.lines.join()).toContain('returned an invalid result: result');
  });
});

describe('defaults of a form', () => {
  const properties = {
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer', default: 36 },
    ok: { type: 'boolean', default: false },
    none: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    open: { type: 'string' },
  };
  const asked = { message: 'm', requestedSchema: { type: 'object', properties } };

  it('fill the fields that were left out of an accepted answer, where the option says so', async () => {
    const answers = [{ action: 'accept', content: { age: 1 } }, { action: 'accept' }, { action: 'decline' }] as const;
    let next = 0;
    const onElicit = () => answers[next++] ?? { action: 'cancel' as const };
    await using joined = await connect({ onElicit, applyElicitationDefaults: true });
    expect(await joined.ask('elicitation/create', asked)).toEqual({
      result: { action: 'accept', content: { name: 'Ada', age: 1, ok: false } },
    });
    expect(await joined.ask('elicitation/create', asked)).toMatchObject({ result: { content: { age: 36 } } });
    expect(await joined.ask('elicitation/create', asked)).toEqual({ result: { action: 'decline' } });
  });

  it('are left alone otherwise', async () => {
    await using joined = await connect({ onElicit: () => ({ action: 'accept', content: {} }) });
    expect(await joined.ask('elicitation/create', asked)).toEqual({ result: { action: 'accept', content: {} } });
  });
});

describe('a question that is not wanted any more', () => {
  it('is not answered once the server has withdrawn it', async () => {
    let signalled: unknown;
    let finish = () => {};
    const onElicit = vi.fn(
      (_request: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<{ action: 'cancel' }>((resolve) => {
          signal.addEventListener('abort', () => {
            signalled = signal.reason;
          });
          finish = () => resolve({ action: 'cancel' });
        }),
    );
    await using joined = await connect({ onElicit });
    joined.server.send({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: form });
    await vi.waitFor(() => expect(onElicit).toHaveBeenCalled());
    joined.server.notify('notifications/cancelled', { requestId: 7 });
    expect(signalled).toBeUndefined();
    joined.server.notify('notifications/cancelled', { requestId: 0, reason: 'too slow' });
    expect(signalled).toMatchObject({ code: 'REQUEST_CANCELLED', message: expect.stringContaining('too slow') });
    finish();
    await joined.ask('ping');
    expect(joined.answerTo(0)).toBeUndefined();
  });

  it('is not put to anybody when the server withdraws it at once', async () => {
    const onElicit = vi.fn(() => ({ action: 'cancel' as const }));
    await using joined = await connect({ onElicit });
    joined.server.send({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params: form });
    joined.server.notify('notifications/cancelled', { requestId: 0 });
    await joined.ask('elicitation/create', form);
    expect(onElicit).toHaveBeenCalledOnce();
    expect(joined.answerTo(0)).toBeUndefined();
  });

  it('tells its callback when the connection ends', async () => {
    const aborted = vi.fn();
    const onListRoots = vi.fn(({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', aborted);
      return new Promise<never>(() => {});
    });
    const joined = await connect({ onListRoots });
    joined.server.send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    await vi.waitFor(() => expect(onListRoots).toHaveBeenCalled(), { interval: 1 });
    await joined.client.close();
    expect(aborted).toHaveBeenCalledOnce();
  });
});

describe('the time of a call', () => {
  const slow = (milliseconds: number) => () =>
    new Promise<{ action: 'cancel' }>((resolve) => setTimeout(resolve, milliseconds, { action: 'cancel' }));

  it('does not run while the server waits for an answer of this client', async () => {
    await using joined = await connect({ onElicit: slow(30) });
    const call = joined.client.callTool('a', {}, { timeout: 10 });
    const asked = joined.ask('elicitation/create', form);
    await asked;
    const [request] = joined.server.seen('tools/call');
    joined.server.send({ jsonrpc: '2.0', id: Number(request?.id), result: { content: [] } });
    await expect(call).resolves.toEqual({ content: [] });
  });

  it('runs anew after the answer, is not stopped by a ping, and never exceeds maxTotalTimeout', async () => {
    await using joined = await connect({ onElicit: slow(8) });
    const call = joined.client.callTool('a', {}, { timeout: 5 });
    await Promise.all([joined.ask('elicitation/create', form), joined.ask('ping')]);
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { option: 'timeout' } });
    const total = joined.client.callTool('a', {}, { timeout: 5, maxTotalTimeout: 6 });
    void joined.ask('elicitation/create', form);
    await expect(total).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', data: { option: 'maxTotalTimeout' } });
  });
});

describe('tools in a conversation to continue', () => {
  const text = { type: 'text', text: 't' };
  const use = (id: string) => ({ type: 'tool_use', id, name: 'n', input: {} });
  const result = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] });
  const user = (...content: object[]) => ({ role: 'user', content });
  const model = (...content: object[]) => ({ role: 'assistant', content });

  it.each([
    [
      'answered at once, all together',
      [user(text), model(text, use('a'), use('b')), user(result('b'), result('a')), model(text)],
      true,
    ],
    ['answered by one block', [model(use('a')), { role: 'user', content: result('a') }], true],
    ['answered beside other content', [model(use('a')), user(result('a'), text)], false],
    ['answered in part', [model(use('a'), use('b')), user(result('a'))], false],
    ['not answered', [model(use('a')), user(text)], false],
    ['not answered at the end', [user(text), model(use('a'))], false],
    ['never used', [user(result('a'))], false],
  ])('are %s', async (_what, messages, good) => {
    const samplingCapabilities = { tools: {} };
    await using joined = await connect({ onSample: () => said, samplingCapabilities });
    const answer = await joined.ask('sampling/createMessage', { messages, maxTokens: 1, tools: [] });
    if (good) expect(answer).toEqual({ result: said });
    else expect(answer).toMatchObject({ error: { code: -32602, message: expect.stringContaining('message') } });
  });
});
