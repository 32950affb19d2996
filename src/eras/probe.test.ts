import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionError, McpError } from '../errors/index.js';
import type { ClientTransport, Leg, TransportListener } from '../exchange/index.js';
import { discover, initialize, initialized, type JsonObject, type JsonRpcRequest, metaKeys } from '../types/index.js';
import { Heard, httpOptions, json, result, type Sent, scriptedFetch } from './http-client.test-support.js';
import { legacyHttpTransport } from './legacy/http-client.js';
import { modernHttpTransport } from './modern/http-client.js';
import type { EraTransports, Negotiated, NegotiateOptions } from './negotiation.js';
import { negotiate } from './probe.js';

const discovery = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  instructions: 'Be kind.',
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { [metaKeys.serverInfo]: { name: 'new', version: '2' } },
} as const;
const opened = {
  protocolVersion: '2025-11-25',
  capabilities: { prompts: {} },
  serverInfo: { name: 'old', version: '1' },
  instructions: 'Hello.',
};
const facts = { clientInfo: { name: 'c', version: '1' }, clientCapabilities: {} };

function options(more: Partial<NegotiateOptions> = {}): NegotiateOptions {
  let id = 0;
  return {
    mode: 'auto',
    facts,
    connectTimeout: 30_000,
    probeTimeout: 5000,
    listener: new Heard(),
    nextId: () => ++id,
    ...more,
  };
}

/** Connects to a server that answers the probe as scripted and initializes as old servers do. */
async function overHttp(
  probe: (sent: Sent, count: number) => Response | Promise<Response>,
  more: Partial<NegotiateOptions> = {},
) {
  let probes = 0;
  const { fetch, sent } = scriptedFetch((one) => {
    if (one.body.method === discover.name) return probe(one, ++probes);
    if (one.body.method === initialize.name) return result(one, opened, { 'mcp-session-id': 's' });
    return new Response(null, { status: one.method === 'GET' ? 405 : 202 });
  });
  const http = httpOptions(fetch);
  const transports = { modern: modernHttpTransport(http), legacy: async () => legacyHttpTransport(http) };
  const outcome: Negotiated | McpError = await negotiate(transports, options(more)).catch((error: McpError) => error);
  return {
    outcome,
    transports,
    asked: sent.filter((one) => one.method === 'POST').map((one) => one.body.method),
    sent,
  };
}

const handshake = [discover.name, initialize.name, initialized.name];
const plain = (status: number, body = 'no') =>
  new Response(body, { status, headers: { 'content-type': 'text/plain' } });
const failure = (code: number, id: unknown, status = 200, data?: unknown) =>
  json({ jsonrpc: '2.0', id, error: { code, message: 'no', data } }, status);

const legacyAnswers: [string, (sent: Sent) => Response][] = [
  ['200 with -32700 and a null id', () => failure(-32700, null)],
  ['200 with -32601', (one) => failure(-32601, one.body.id)],
  ['200 with -32602', (one) => failure(-32602, one.body.id)],
  ['200 with code 0', (one) => failure(0, one.body.id)],
  ['400 with -32000 and a null id', () => failure(-32000, null, 400)],
  ['400 with -32600', (one) => failure(-32600, one.body.id, 400)],
  ['400 with plain text', () => plain(400)],
  ['404', () => plain(404)],
  ['404 with -32601', (one) => failure(-32601, one.body.id, 404)],
  ['405', () => plain(405)],
  ['406', () => plain(406)],
  ['415', () => plain(415)],
  ['501', () => plain(501)],
  ['202', () => new Response(null, { status: 202 })],
  ['200 with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['200 with an empty object as result', (one) => result(one, {})],
  ['200 with an empty event stream', () => new Response('', { headers: { 'content-type': 'text/event-stream' } })],
  [
    'a discovery that lists only old versions',
    (one) => result(one, { ...discovery, supportedVersions: ['2025-11-25'] }),
  ],
  [
    '-32022 that names only an old version',
    (one) => failure(-32022, one.body.id, 400, { supported: ['2025-11-25'], requested: '2026-07-28' }),
  ],
];

for (const [what, answer] of legacyAnswers) {
  test(`A server that answers the probe with ${what} is connected to by handshake after one probe`, async () => {
    const { outcome, asked } = await overHttp(answer);
    expect(outcome).toMatchObject({
      revision: { version: '2025-11-25' },
      serverInfo: opened.serverInfo,
      serverCapabilities: opened.capabilities,
      instructions: 'Hello.',
      discovery: undefined,
    });
    expect(asked).toEqual(handshake);
  });
}

test('A discovery makes the connection modern, and nothing else is sent', async () => {
  const { outcome, asked, transports, sent } = await overHttp((one) => result(one, discovery));
  expect(outcome).toMatchObject({
    revision: { version: '2026-07-28' },
    serverInfo: { name: 'new' },
    serverCapabilities: { tools: {} },
    instructions: 'Be kind.',
    discovery: { supportedVersions: ['2026-07-28'] },
  });
  expect('transport' in outcome && outcome.transport).toBe(transports.modern);
  expect(asked).toEqual([discover.name]);
  expect(sent[0]?.body.params).toEqual({
    _meta: {
      [metaKeys.protocolVersion]: '2026-07-28',
      [metaKeys.clientCapabilities]: {},
      [metaKeys.clientInfo]: facts.clientInfo,
    },
  });
});

test('A discovery is taken without its hints and capabilities, as long as it names a version in common', async () => {
  const { outcome } = await overHttp((one) =>
    result(one, { supportedVersions: ['2027-01-01', '2026-07-28'], capabilities: 7 }),
  );
  expect(outcome).toMatchObject({ revision: { version: '2026-07-28' }, serverCapabilities: {}, serverInfo: undefined });
});

test('-32022 that names a version in common is asked once more and stays modern', async () => {
  const again = (one: Sent) =>
    failure(-32022, one.body.id, 400, { supported: ['2026-07-28', '2025-11-25'], requested: 'x' });
  const once = await overHttp((one, count) => (count === 1 ? again(one) : result(one, discovery)));
  expect(once.outcome).toMatchObject({ revision: { version: '2026-07-28' } });
  expect(once.asked).toEqual([discover.name, discover.name]);
  const always = await overHttp(again);
  expect(always.outcome).toMatchObject({ code: 'UNSUPPORTED_PROTOCOL_VERSION' });
  expect(always.asked).toEqual([discover.name, discover.name]);
});

const failures: [string, (sent: Sent) => Response, object][] = [
  [
    '-32022 without a version in common',
    (one) => failure(-32022, one.body.id, 400, { supported: ['2031-01-01'] }),
    { code: 'UNSUPPORTED_PROTOCOL_VERSION', data: { supported: ['2031-01-01'] } },
  ],
  ['-32020', (one) => failure(-32020, one.body.id, 400), { code: 'HEADER_MISMATCH' }],
  ['-32021', (one) => failure(-32021, one.body.id, 400), { code: 'MISSING_CLIENT_CAPABILITY' }],
  [
    '401',
    () => new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } }),
    { code: 'AUTHENTICATION_REQUIRED', status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } },
  ],
  ['403', () => plain(403), { code: 'AUTHENTICATION_REQUIRED', status: 403 }],
  ['500', () => plain(500), { code: 'HTTP_STATUS', status: 500 }],
  ['503', () => plain(503), { code: 'HTTP_STATUS', status: 503 }],
];

for (const [what, answer, error] of failures) {
  test(`A probe answered with ${what} is an error and no reason for a handshake`, async () => {
    const { outcome, asked } = await overHttp(answer);
    expect(outcome).toMatchObject(error);
    expect(asked).toEqual([discover.name]);
  });
}

test('A network failure is an error and no reason for a handshake', async () => {
  const { outcome, asked } = await overHttp(() => Promise.reject(new TypeError('fetch failed')));
  expect(outcome).toMatchObject({ code: 'CONNECTION_LOST' });
  expect(asked).toEqual([discover.name]);
});

test('What a fetch function throws of our own family arrives as it is', async () => {
  const error = new McpError('AUTHENTICATION_REQUIRED', 'log in first');
  const { outcome } = await overHttp(() => Promise.reject(error));
  expect(outcome).toBe(error);
});

test('The mode decides what is sent at all', async () => {
  const old = await overHttp((one) => result(one, discovery), { mode: 'legacy' });
  expect(old.asked).toEqual([initialize.name, initialized.name]);
  expect(old.sent[0]?.body.params).toEqual({
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: facts.clientInfo,
  });
  const pinned = await overHttp((one) => result(one, discovery), { mode: '2025-03-26' });
  expect(pinned.sent[0]?.body.params).toMatchObject({ protocolVersion: '2025-03-26' });
  for (const mode of ['modern', '2026-07-28'] as const) {
    const modern = await overHttp((one) => failure(-32601, one.body.id), { mode });
    expect(modern.outcome).toMatchObject({ code: 'UNSUPPORTED_PROTOCOL_VERSION' });
    expect(modern.asked).toEqual([discover.name]);
    const page = await overHttp(() => plain(404), { mode });
    expect(page.outcome).toMatchObject({ code: 'HTTP_STATUS', status: 404 });
  }
});

test('What is known already needs no request', async () => {
  for (const mode of ['auto', 'modern'] as const) {
    const { outcome, asked } = await overHttp(() => plain(500), {
      mode,
      priorDiscovery: { ...discovery, supportedVersions: ['2026-07-28'] },
    });
    expect(outcome).toMatchObject({ revision: { version: '2026-07-28' }, serverInfo: { name: 'new' } });
    expect(asked).toEqual([]);
  }
});

/** A connection that carries both eras, as pipes do. */
class Pipe implements ClientTransport {
  readonly sent: string[] = [];
  readonly responses: unknown[] = [];
  readonly offered: unknown[] = [];
  starts = 0;
  closes = 0;
  listener: TransportListener | undefined;
  readonly legs = new Map<unknown, Leg>();
  readonly #answer: (message: JsonRpcRequest, pipe: Pipe) => JsonObject | undefined;

  constructor(answer: (message: JsonRpcRequest, pipe: Pipe) => JsonObject | undefined) {
    this.#answer = answer;
  }
  start(listener: TransportListener): void {
    this.starts++;
    this.listener = listener;
  }
  request(message: JsonRpcRequest, leg: Leg): void {
    this.sent.push(message.method);
    this.offered.push(message.params?.protocolVersion);
    this.legs.set(message.id, leg);
    const given = this.#answer(message, this);
    if (given === undefined || !this.legs.delete(message.id)) return;
    const { error } = given;
    const head = { jsonrpc: '2.0', id: message.id } as const;
    if (error === undefined) leg.response({ ...head, result: given });
    else leg.response({ ...head, error: error as { code: number; message: string } }); // as the test wrote it
  }
  abandon(id: string | number): void {
    this.sent.push('abandon');
    this.legs.delete(id);
  }
  notify(message: { method: string }): void {
    this.sent.push(message.method);
  }
  respond(message: unknown): void {
    this.responses.push(message);
  }
  async close(): Promise<void> {
    this.closes++;
    this.end(undefined);
  }
  end(error: McpError | undefined): void {
    const legs = [...this.legs.values()];
    this.legs.clear();
    for (const leg of legs) leg.lost(error ?? new ConnectionError('CONNECTION_CLOSED', 'closed', { mayHaveRun: true }));
    this.listener?.closed(error);
  }
}

const both = (pipe: Pipe, restart?: () => ClientTransport): EraTransports => ({ modern: pipe, restart });
const exit = new ConnectionError('CONNECTION_LOST', 'The server exited with code 1: Traceback…', { mayHaveRun: true });

afterEach(() => {
  vi.useRealTimers();
});

test('A server on pipes that does not know the probe is initialized on the same connection', async () => {
  const pipe = new Pipe((message) =>
    message.method === discover.name ? { error: { code: -32601, message: 'x' } } : opened,
  );
  const { transport } = await negotiate(both(pipe), options());
  expect(transport).toBe(pipe);
  expect(pipe).toMatchObject({ starts: 1, closes: 0, sent: handshake });
});

test('A server that stays silent is initialized once the probe is over, and no timer and no request is left', async () => {
  vi.useFakeTimers();
  const pipe = new Pipe((message) => (message.method === discover.name ? undefined : opened));
  const connecting = negotiate(both(pipe), options());
  await vi.advanceTimersByTimeAsync(4999);
  expect(pipe.sent).toEqual([discover.name]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await connecting).revision.version).toBe('2025-11-25');
  expect(pipe.sent).toEqual([discover.name, 'abandon', initialize.name, initialized.name]);
  expect(pipe.legs.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('A server that ends at the probe is initialized on a fresh connection', async () => {
  const dying = () =>
    new Pipe((_message, pipe) => {
      pipe.end(exit);
      return undefined;
    });
  const fresh = new Pipe(() => opened);
  const first = dying();
  expect(
    (
      await negotiate(
        both(first, () => fresh),
        options(),
      )
    ).transport,
  ).toBe(fresh);
  expect(first.closes).toBe(1);
  expect(fresh.sent).toEqual([initialize.name, initialized.name]);

  const distinct = new Pipe(() => opened);
  expect((await negotiate({ modern: dying(), legacy: async () => distinct }, options())).transport).toBe(distinct);
  await expect(negotiate(both(dying()), options())).rejects.toBe(exit);
});

test('A second connection is not started where the first will do', async () => {
  const modern = new Pipe(() => ({ ...discovery }));
  const legacy = new Pipe(() => opened);
  expect((await negotiate({ modern, legacy: async () => legacy }, options())).transport).toBe(modern);
  expect(legacy.starts).toBe(0);
});

test('A program that cannot be started is an error, with its own words', async () => {
  const error = new McpError('SPAWN_FAILED', 'no such command');
  const failing = new Pipe((_message, pipe) => {
    pipe.end(error);
    return undefined;
  });
  await expect(
    negotiate(
      both(failing, () => new Pipe(() => opened)),
      options(),
    ),
  ).rejects.toBe(error);
  const unstartable = new Pipe(() => opened);
  unstartable.start = () => Promise.reject(error);
  await expect(negotiate(both(unstartable), options())).rejects.toBe(error);
  expect(unstartable.closes).toBe(1);
});

test('A server that ends during the handshake rejects with its last words', async () => {
  const pipe = new Pipe((message, self) => {
    if (message.method === initialize.name) self.end(exit);
    return message.method === discover.name ? {} : undefined;
  });
  await expect(negotiate(both(pipe), options())).rejects.toBe(exit);
  expect(pipe.closes).toBe(1);
});

test('A slow server that took the probe for a modern opening is asked again when it refuses the handshake', async () => {
  vi.useFakeTimers();
  const refusal = { error: { code: -32022, message: 'modern', data: { supported: ['2026-07-28'] } } };
  let probes = 0;
  const pipe = new Pipe((message) => {
    if (message.method === initialize.name) return refusal;
    return ++probes === 1 ? undefined : { ...discovery };
  });
  const connecting = negotiate(both(pipe), options());
  await vi.advanceTimersByTimeAsync(5000);
  expect((await connecting).revision.version).toBe('2026-07-28');
  expect(pipe.sent).toEqual([discover.name, 'abandon', initialize.name, discover.name]);
});

test('A server that refuses the version offered and names others is offered one of those', async () => {
  const pipe = new Pipe((message) =>
    message.params?.protocolVersion === '2025-03-26'
      ? { ...opened, protocolVersion: '2025-03-26' }
      : {
          error: {
            code: -32602,
            message: 'Unsupported protocol version',
            data: { supported: ['2024-11-05', '2025-03-26'] },
          },
        },
  );
  expect((await negotiate(both(pipe), options({ mode: 'legacy' }))).revision.version).toBe('2025-03-26');
  expect(pipe.offered).toEqual(['2025-11-25', '2025-03-26']);
});

test('A handshake that ends in a version unknown here, or in a modern one, is refused and closed', async () => {
  for (const protocolVersion of ['2026-07-28', '1999-01-01', 7, undefined]) {
    const pipe = new Pipe(() => ({ ...opened, protocolVersion }));
    await expect(negotiate(both(pipe), options({ mode: 'legacy' }))).rejects.toMatchObject({
      code: 'UNSUPPORTED_PROTOCOL_VERSION',
    });
    expect(pipe.closes).toBe(1);
    expect(pipe.sent).toEqual([initialize.name]);
  }
});

test('A refused handshake says so, and what came of the probe', async () => {
  const pipe = new Pipe((message) => ({
    error: { code: message.method === initialize.name ? -32603 : -32601, message: 'broken' },
  }));
  await expect(negotiate(both(pipe), options())).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    message:
      'The server refused "initialize": broken. The probe before it ("server/discover") was answered with the error -32601: broken.',
  });
});

test('The time for connecting bounds everything, and its error names it, the stage and the probe', async () => {
  vi.useFakeTimers();
  const pipe = new Pipe(() => undefined);
  const rejected = negotiate(both(pipe), options({ connectTimeout: 8000 })).catch((error: McpError) => error);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await rejected).toMatchObject({
    code: 'CONNECT_TIMEOUT',
    message:
      'Not connected within 8000 ms (connectTimeout), while waiting for the answer to "initialize". The probe before it ("server/discover") got no answer within 5000 ms (probeTimeout).',
  });
  expect(pipe.closes).toBe(1);
  expect(pipe.legs.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('In modern mode the probe may take as long as connecting may', async () => {
  vi.useFakeTimers();
  const pipe = new Pipe(() => undefined);
  const rejected = negotiate(both(pipe), options({ mode: 'modern' })).catch((error: McpError) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await rejected).toMatchObject({ code: 'CONNECT_TIMEOUT' });
  expect(pipe.sent).toEqual([discover.name]);
});

test('An abort ends connecting and closes everything, before or while it runs', async () => {
  const early = new Pipe(() => opened);
  await expect(negotiate(both(early), options({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
    code: 'REQUEST_CANCELLED',
  });
  expect(early).toMatchObject({ starts: 0, closes: 1 });
  const stop = new AbortController();
  const pipe = new Pipe(() => undefined);
  const connecting = negotiate(both(pipe), options({ signal: stop.signal }));
  stop.abort('enough');
  await expect(connecting).rejects.toMatchObject({ code: 'REQUEST_CANCELLED', cause: 'enough' });
  expect(pipe.closes).toBe(1);
});

test('While connecting a ping is answered, notifications pass, and other requests wait until they can be answered', async () => {
  const heard = new Heard();
  const pipe = new Pipe((message, self) => {
    if (message.method !== initialize.name) return {};
    self.listener?.request({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    self.listener?.notification({ jsonrpc: '2.0', method: 'n' });
    self.listener?.request({ jsonrpc: '2.0', id: 'r', method: 'roots/list' });
    return opened;
  });
  await negotiate(both(pipe), options({ listener: heard }));
  expect(pipe.responses).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
  expect(heard.notifications).toEqual(['n']);
  expect(heard.requests).toEqual([]);
  await vi.waitFor(() => expect(heard.requests).toMatchObject([{ id: 'r' }]), { interval: 1 });
  pipe.end(exit);
  expect(heard.ends).toEqual([exit]);
});

test('The listener never hears of a transport that is not used', async () => {
  const heard = new Heard();
  await overHttp((one) => failure(-32601, one.body.id), { listener: heard });
  await overHttp(() => plain(500), { listener: heard });
  expect(heard.ends).toEqual([]);
});
