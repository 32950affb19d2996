import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequired,
  type JsonObject,
  type JsonRpcRequest,
} from '../types/index.js';
import { Client } from './client.js';
import type { ClientOptions } from './client-options.js';
import { type FakeHandler, FakeServer, metaOf } from './fake-server.test-support.js';

const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const form = { message: 'Sure?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } };
const question = { method: 'elicitation/create', params: form };
const accept = { action: 'accept', content: { ok: true } } as const;

const asks = (requestState?: string, inputRequests: JsonObject = { sure: question }): JsonObject => {
  const result: JsonObject = { resultType: 'input_required', inputRequests };
  if (requestState !== undefined) result.requestState = requestState;
  return result;
};

/** A server that gives these results one after the other, and then "done". */
function scripted(results: readonly JsonObject[], methods: readonly string[] = ['tools/call']): FakeServer {
  const left = [...results];
  const handler: FakeHandler = () => left.shift() ?? done;
  return new FakeServer('modern', Object.fromEntries(methods.map((method) => [method, handler])));
}

function connect(server: FakeServer, options: ClientOptions = {}): Promise<Client> {
  return Client.connect(server, { mode: 'modern', onElicit: () => accept, ...options });
}

const paramsOf = (message: object | undefined): JsonObject =>
  (message as { params: JsonObject } | undefined)?.params ?? {}; // a request that was seen
const sentParams = (server: FakeServer): JsonObject[] =>
  server.seen('tools/call').map((message) => {
    const { _meta, ...params } = paramsOf(message);
    return params;
  });

describe('a call that is answered with questions', () => {
  it('is sent again with the answers, the state byte for byte, the same params and a new id', async () => {
    const state = '{"é": "\u2028 "}\u0000+/=';
    const server = scripted([asks(state)]);
    await using client = await connect(server);
    await expect(client.callTool('a', { x: 1 })).resolves.toMatchObject({ content: done.content });
    expect(sentParams(server)).toEqual([
      { name: 'a', arguments: { x: 1 } },
      { name: 'a', arguments: { x: 1 }, inputResponses: { sure: accept }, requestState: state },
    ]);
    const [first, second] = server.seen('tools/call');
    expect(second?.id).not.toBe(first?.id);
  });

  it('sends no state where none was given, and only the answers and state of the last round', async () => {
    const server = scripted([asks('one'), asks(undefined, { more: question }), asks('')]);
    await using client = await connect(server);
    await client.callTool('a');
    expect(sentParams(server)).toEqual([
      { name: 'a' },
      { name: 'a', inputResponses: { sure: accept }, requestState: 'one' },
      { name: 'a', inputResponses: { more: accept } },
      { name: 'a', inputResponses: { sure: accept }, requestState: '' },
    ]);
  });

  it('works for prompts and resources, and for requests sent by method', async () => {
    const server = scripted([asks('s')], ['prompts/get']);
    await using client = await connect(server);
    await client.getPrompt('p').catch(() => {});
    expect(paramsOf(server.seen('prompts/get').at(1))).toMatchObject({ name: 'p', requestState: 's' });
    const resources = scripted([asks('s')], ['resources/read']);
    await using reader = await connect(resources);
    await reader.request('resources/read', { uri: 'a:b' });
    expect(paramsOf(resources.seen('resources/read').at(1))).toMatchObject({ uri: 'a:b', inputResponses: {} });
  });

  it('asks all questions of a round at once', async () => {
    const roots = { method: 'roots/list' };
    const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } };
    const server = scripted([asks(undefined, { a: question, b: sampling, c: roots, 'd e': question })]);
    const started: string[] = [];
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrive = async (name: string) => {
      started.push(name);
      if (started.length === 4) release();
      await all;
    };
    const message = { role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'm' } as const;
    await using client = await connect(server, {
      onElicit: () => arrive('elicit').then(() => accept),
      onSample: () => arrive('sample').then(() => message),
      onListRoots: () => arrive('roots').then(() => [{ uri: 'file:///a' }]),
    });
    await client.callTool('a');
    expect(sentParams(server)[1]?.inputResponses).toEqual({
      a: accept,
      b: message,
      c: { roots: [{ uri: 'file:///a' }] },
      'd e': accept,
    });
  });

  it('keeps its progress, with a new token for each round, and its _meta', async () => {
    const server = scripted([asks('s')]);
    const answer = server.handlers['tools/call'];
    server.handlers['tools/call'] = (params, request, self) => {
      self.notify('notifications/progress', {
        progressToken: metaOf(request).progressToken,
        progress: self.seen('tools/call').length,
      });
      return answer?.(params, request, self);
    };
    await using client = await connect(server);
    const told: number[] = [];
    await client.callTool('a', {}, { onProgress: (value) => told.push(value), meta: { 'acme/x': 1 } });
    expect(told).toEqual([1, 2]);
    const [first, second] = server.seen('tools/call').map(metaOf);
    expect(second?.['acme/x']).toBe(1);
    expect(second?.progressToken).not.toBe(first?.progressToken);
  });

  it('shares nothing with another call at the same time', async () => {
    const server = new FakeServer('modern', {
      'tools/call': (params) => (params.inputResponses === undefined ? asks(`state of ${params.name}`) : done),
    });
    await using client = await connect(server);
    await Promise.all([client.callTool('a'), client.callTool('b'), client.callTool('c')]);
    const retries = sentParams(server).filter((params) => params.inputResponses !== undefined);
    expect(retries.map(({ name, requestState }) => [name, requestState])).toEqual([
      ['a', 'state of a'],
      ['b', 'state of b'],
      ['c', 'state of c'],
    ]);
  });

  it('is given time before a round that carries state alone: 50, 100, 200, then 250 ms', async () => {
    const alone = { resultType: 'input_required', requestState: 's' };
    const server = scripted([alone, alone, alone, alone, alone, asks('t'), alone]);
    await using client = await connect(server);
    const waits: unknown[] = [];
    const wait = vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, milliseconds) => {
      waits.push(milliseconds);
      queueMicrotask(callback);
      return 0 as unknown as ReturnType<typeof setTimeout>; // nobody looks at it
    });
    await client.callTool('a', {}, { timeout: Number.POSITIVE_INFINITY }).finally(() => wait.mockRestore());
    expect(waits).toEqual([50, 100, 200, 250, 250, 50]);
    expect(sentParams(server)[1]).toEqual({ name: 'a', arguments: {}, requestState: 's' });
  });

  it('rejects after ten rounds, or as many as the option says', async () => {
    const endless = () => scripted(Array.from({ length: 50 }, () => asks('s')));
    const server = endless();
    await using client = await connect(server);
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: expect.stringContaining('inputRequiredMaxRounds'),
      data: asks('s'),
    });
    expect(server.seen('tools/call')).toHaveLength(11);
    const short = endless();
    await using other = await connect(short, { inputRequiredMaxRounds: 2 });
    await expect(other.callTool('a')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(short.seen('tools/call')).toHaveLength(3);
    await expect(connect(short, { inputRequiredMaxRounds: 0 })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

describe('a round that cannot be answered', () => {
  it('gives the call up before anybody is asked, and says what is missing', async () => {
    const onElicit = vi.fn(() => accept);
    const server = scripted([asks('s', { a: question, b: { method: 'roots/list' } })]);
    await using client = await connect(server, { onElicit });
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringMatching(/^Roots not supported: .*"tools\/call".*onListRoots/s),
      data: { requestState: 's' },
    });
    expect(onElicit).not.toHaveBeenCalled();
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it.each([
    ['an unknown method', asks('s', { a: { method: 'acme/ask' } }), 'acme/ask'],
    ['an entry that is none', asks('s', { a: 7 }), 'no method'],
    [
      'a mode that is not taken',
      asks('s', { a: { method: 'elicitation/create', params: { mode: 'url', message: 'm', url: 'http://a' } } }),
      'url mode',
    ],
    ['no schema', asks('s', { a: { method: 'elicitation/create', params: { message: 'm' } } }), 'requestedSchema'],
    ['neither questions nor state', { resultType: 'input_required' }, 'neither'],
    ['a state that is no text', { resultType: 'input_required', requestState: 5 }, 'requestState'],
    ['questions that are no object', { resultType: 'input_required', inputRequests: [] }, 'inputRequests'],
  ])('is refused with %s', async (_what, result, sentence) => {
    const server = scripted([result]);
    await using client = await connect(server, { elicitationModes: ['form'] });
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining(sentence),
      data: result,
    });
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it('puts a hundred questions of a round, and none of more', async () => {
    const many = (count: number) =>
      asks(undefined, Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, question])));
    const onElicit = vi.fn(() => accept);
    await using client = await connect(scripted([many(100), done, many(101)]), { onElicit });
    await client.callTool('a');
    expect(onElicit).toHaveBeenCalledTimes(100);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED', data: many(101) });
    expect(onElicit).toHaveBeenCalledTimes(100);
  });

  it('is answered under the names it chose, "__proto__" among them', async () => {
    const requests = JSON.parse(JSON.stringify({ proto: question }).replace('"proto"', '"__proto__"')) as JsonObject;
    const server = scripted([asks(undefined, requests)]);
    await using client = await connect(server);
    await client.callTool('a');
    expect(JSON.stringify(sentParams(server)[1]?.inputResponses)).toBe(`{"__proto__":${JSON.stringify(accept)}}`);
  });

  it('has no place in other methods', async () => {
    await using client = await connect(scripted([asks('s')], ['tools/list']));
    await expect(client.listTools()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('rejects with what a callback throws, and lets the other callbacks know', async () => {
    const failure = new Error('the window is closed');
    const aborted = vi.fn();
    const server = scripted([asks('s', { a: question, b: { method: 'roots/list' } })]);
    await using client = await connect(server, {
      onElicit: () => Promise.reject(failure),
      onListRoots: ({ signal }) => {
        signal.addEventListener('abort', aborted);
        return new Promise(() => {});
      },
    });
    await expect(client.callTool('a')).rejects.toBe(failure);
    expect(aborted).toHaveBeenCalledOnce();
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it('rejects when a callback returns what is no answer', async () => {
    await using client = await connect(scripted([asks('s')]), { onElicit: () => ({ action: 'yes' as 'accept' }) });
    await expect(client.callTool('a')).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
      message: expect.stringContaining('onElicit'),
    });
  });

  it("rejects with the server's error of a later round", async () => {
    const server = new FakeServer('modern', {
      'tools/call': (params, request, self) => {
        if (params.inputResponses === undefined) return asks('s');
        self.refuse(request, -32602, 'Invalid or expired requestState');
        return undefined;
      },
    });
    await using client = await connect(server);
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'INVALID_PARAMS', jsonRpcCode: -32602 });
  });
});

describe('a call in rounds ends at once', () => {
  const never = () => new Promise<never>(() => {});

  it('when its caller gives it up while somebody is asked', async () => {
    const controller = new AbortController();
    const told: unknown[] = [];
    const reason = new Error('enough');
    await using client = await connect(scripted([asks('s')]), {
      onElicit: (_request, { signal }) => {
        signal.addEventListener('abort', () => told.push(signal.reason));
        controller.abort(reason);
        return never();
      },
    });
    await expect(client.callTool('a', {}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
      mayHaveRun: true,
      cause: reason,
    });
    expect(told).toEqual([reason]);
  });

  it('when its caller gives it up in a later round, which the server is told of', async () => {
    const controller = new AbortController();
    const server = new FakeServer('modern', {
      'tools/call': (params) => {
        if (params.inputResponses === undefined) return asks('s');
        queueMicrotask(() => controller.abort('no more'));
        return undefined;
      },
    });
    await using client = await connect(server);
    await expect(client.callTool('a', {}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'REQUEST_CANCELLED',
      cause: 'no more',
    });
    const last = server.seen('tools/call').at(-1) as JsonRpcRequest;
    expect(server.seen('notifications/cancelled').map(({ params }) => params)).toEqual([
      { requestId: last.id, reason: 'no more' },
    ]);
  });

  it('when its caller gives it up while it waits', async () => {
    const controller = new AbortController();
    const server = scripted([{ resultType: 'input_required', requestState: 's' }]);
    await using client = await connect(server);
    const call = client.callTool('a', {}, { signal: controller.signal });
    await Promise.resolve();
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'REQUEST_CANCELLED' });
    expect(server.seen('tools/call')).toHaveLength(1);
  });

  it.each([
    ['its caller gives it up', 'REQUEST_CANCELLED'],
    ['the connection is closed', 'CONNECTION_CLOSED'],
  ])('when %s before anybody was asked, and then nobody is', async (_what, code) => {
    const controller = new AbortController();
    const onElicit = vi.fn(never);
    const server = scripted([asks('s')]);
    const client = await connect(server, { onElicit });
    const call = client.callTool('a', {}, { signal: controller.signal });
    expect(server.seen('tools/call')).toHaveLength(1);
    if (code === 'REQUEST_CANCELLED') controller.abort();
    else await client.close();
    await expect(call).rejects.toMatchObject({ code, mayHaveRun: true });
    expect(onElicit).not.toHaveBeenCalled();
    await client.close();
  });

  it('when the connection is closed while somebody is asked', async () => {
    const client: Client = await connect(scripted([asks('s')]), {
      onElicit: () => {
        queueMicrotask(() => client.close());
        return never();
      },
    });
    await expect(client.callTool('a')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('when it takes longer in all than maxTotalTimeout, the time of asking included', async () => {
    await using client = await connect(scripted([asks('s')]), { onElicit: never });
    await expect(client.callTool('a', {}, { maxTotalTimeout: 5 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      data: { option: 'maxTotalTimeout', milliseconds: 5 },
    });
  });

  it('but not because somebody takes longer to answer than timeout', async () => {
    const server = scripted([asks('s')]);
    await using client = await connect(server, {
      onElicit: () => new Promise((resolve) => setTimeout(resolve, 15, accept)),
    });
    await expect(client.callTool('a', {}, { timeout: 5 })).resolves.toMatchObject({ content: done.content });
  });
});

describe('rounds by hand', () => {
  it('give the result that asks as it came, whatever it asks', async () => {
    const asked = asks('s', { a: { method: 'acme/unheard' } });
    await using client = await connect(scripted([asked]), { onElicit: undefined });
    const result = await client.callTool('a', {}, { inputRequired: 'return' });
    expectTypeOf(result).toEqualTypeOf<CallToolResult | InputRequiredResult>();
    expect(isInputRequired(result)).toBe(true);
    expect(result).toEqual(asked);
    expect(isInputRequired(await client.callTool('a', {}, { inputRequired: 'return' }))).toBe(false);
  });

  it('go on with the answers and the state of the options', async () => {
    const server = scripted([]);
    await using client = await connect(server);
    const inputResponses = { sure: accept };
    const result = await client.callTool('a', undefined, { inputResponses, requestState: 's' });
    expectTypeOf(result).toEqualTypeOf<CallToolResult>();
    await client.readResource('a:b', { inputRequired: 'return', requestState: '' }).catch(() => {});
    expect(sentParams(server)).toEqual([{ name: 'a', inputResponses, requestState: 's' }]);
    expect(paramsOf(server.seen('resources/read')[0])).toMatchObject({ uri: 'a:b', requestState: '' });
  });

  it('may be left to the callbacks after the first', async () => {
    const server = scripted([asks(undefined, { next: question })]);
    await using client = await connect(server);
    await client.callTool('a', undefined, { inputResponses: { sure: accept }, requestState: 's' });
    expect(sentParams(server)[1]).toEqual({ name: 'a', inputResponses: { next: accept } });
  });

  it('send nothing of the sort on a connection with a handshake', async () => {
    const server = new FakeServer('legacy', { 'tools/call': () => ({ content: [] }) });
    await using client = await Client.connect(server, { mode: 'legacy' });
    await client.callTool('a', undefined, { inputRequired: 'return', inputResponses: {}, requestState: 's' });
    expect(sentParams(server)).toEqual([{ name: 'a' }]);
  });
});

it('a result without a type is the result, questions or not', async () => {
  const server = scripted([{ content: [], inputRequests: { sure: question }, requestState: 's' }]);
  await using client = await connect(server);
  await client.callTool('a');
  expect(server.seen('tools/call')).toHaveLength(1);
});
