import { describe, expect, it } from 'vitest';
import { corrections } from './corrections.js';
import { createOracle, oracleAvailable, oracleRequired, revisions } from './oracle.js';
import { isRevisionName, readSchema } from './schemas.js';

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'example-client', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const legacy = revisions.slice(0, 4);

const call = (method: string, params?: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const notice = (method: string, params?: object) => ({ jsonrpc: '2.0', method, params });
const result = (value: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, result: value });
const failure = (error: object, rest: object = { id: 1 }) => ({ jsonrpc: '2.0', ...rest, error });

describe('the schemas of the specification', () => {
  it('are there whenever the environment requires them', () => {
    expect(oracleAvailable || !oracleRequired).toBe(true);
  });
});

describe.runIf(oracleAvailable)('the wire oracle', () => {
  const oracle = createOracle();
  const client = (message: unknown, revision: string, method?: string) =>
    oracle.check(message, { revision, sender: 'client', method });
  const server = (message: unknown, revision: string, method?: string) =>
    oracle.check(message, { revision, sender: 'server', method });

  it.each([
    ['2024-11-05', 79],
    ['2025-03-26', 83],
    ['2025-06-18', 91],
    ['2025-11-25', 145],
    ['2026-07-28', 155],
  ])('knows every definition of %s', (revision, count) => {
    expect(oracle.definitions(revision)).toHaveLength(count);
  });

  it('compiles every definition of every revision', () => {
    for (const revision of revisions) {
      for (const name of oracle.definitions(revision)) {
        expect(() => oracle.checkDefinition(null, revision, name)).not.toThrow();
      }
    }
  });

  it('refuses to judge a revision that it does not know', () => {
    expect(() => client({}, '1999-01-01')).toThrow('asked for "1999-01-01"');
  });

  it.each(corrections.map((correction, index) => [index, correction] as const))(
    'needs correction %i',
    (_, correction) => {
      for (const revision of correction.revisions) {
        if (!isRevisionName(revision)) throw new Error(`${revision} is no revision.`);
        const published = readSchema(revision, []).definitions;
        const corrected = readSchema(revision, [correction]).definitions;
        for (const name of correction.definitions) expect(corrected[name]).not.toEqual(published[name]);
      }
    },
  );

  describe.each(legacy)('at %s', (revision) => {
    const initialize = (more: object = {}) =>
      call('initialize', {
        protocolVersion: revision,
        capabilities: { roots: { listChanged: true }, sampling: {} },
        clientInfo: { name: 'ExampleClient', version: '1.0.0' },
        ...more,
      });

    it('accepts the handshake', () => {
      expect(client(initialize(), revision)).toEqual([]);
      const answer = {
        protocolVersion: revision,
        capabilities: { logging: {}, prompts: { listChanged: true }, resources: { subscribe: true }, tools: {} },
        serverInfo: { name: 'ExampleServer', version: '1.0.0' },
        instructions: 'Ask for the weather.',
      };
      expect(server(result(answer), revision, 'initialize')).toEqual([]);
      expect(client(notice('notifications/initialized'), revision)).toEqual([]);
    });

    it('rejects a handshake without the names of the peers', () => {
      expect(client(initialize({ clientInfo: { name: 'ExampleClient' } }), revision)).not.toEqual([]);
      expect(server(result({ protocolVersion: revision, capabilities: {} }), revision, 'initialize')).toEqual([
        `${revision} InitializeResult: itself must have required properties serverInfo`,
      ]);
    });

    it('accepts tools, their calls and their results', () => {
      const schema = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] };
      const tools = [{ name: 'get_weather', description: 'Current weather', inputSchema: schema }];
      expect(client(call('tools/list', { cursor: 'abc' }), revision)).toEqual([]);
      expect(server(result({ tools, nextCursor: 'def' }), revision, 'tools/list')).toEqual([]);
      const params = { name: 'get_weather', arguments: { location: null, depth: 1.5 }, _meta: { progressToken: 'p' } };
      expect(client(call('tools/call', params), revision)).toEqual([]);
      const content = [
        { type: 'text', text: '72°F' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png', annotations: { priority: 0.9 } },
        { type: 'resource', resource: { uri: 'file:///a.rs', mimeType: 'text/x-rust', text: 'fn main() {}' } },
      ];
      expect(server(result({ content, isError: false }), revision, 'tools/call')).toEqual([]);
    });

    it('names the place where a tool result is wrong, and nothing of the branches that were not meant', () => {
      const content = [
        { type: 'text', text: 'a' },
        { type: 'text', text: 3 },
      ];
      const problems = server(result({ content }), revision, 'tools/call');
      expect(problems).toContain(`${revision} CallToolResult: /content/1/text must be string`);
      expect(problems.join()).not.toContain('mimeType');
    });

    it('rejects data that is not base64 and uris that are none', () => {
      const image = { type: 'image', data: '<svg/>', mimeType: 'image/svg+xml' };
      expect(server(result({ content: [image] }), revision, 'tools/call')).not.toEqual([]);
      expect(client(call('resources/read', { uri: 'not a uri' }), revision)).not.toEqual([]);
      expect(client(call('resources/read', { uri: 'weather://berlin/today' }), revision)).toEqual([]);
    });

    it('answers with the empty result where a method has no other', () => {
      for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']) {
        expect(server(result({}), revision, method)).toEqual([]);
      }
      expect(client(call('logging/setLevel', { level: 'info' }), revision)).toEqual([]);
      expect(client(call('logging/setLevel', { level: 'loud' }), revision)).not.toEqual([]);
      expect(client(call('resources/subscribe', { uri: 'file:///a' }), revision)).toEqual([]);
    });

    it('accepts what the server asks and says', () => {
      const messages = [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }];
      const params = { messages, maxTokens: 100, temperature: 0.5, modelPreferences: { speedPriority: 0.5 } };
      expect(server(call('sampling/createMessage', params), revision)).toEqual([]);
      const said = { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm', stopReason: 'endTurn' };
      expect(client(result(said), revision, 'sampling/createMessage')).toEqual([]);
      expect(server(call('roots/list'), revision)).toEqual([]);
      expect(client(result({ roots: [{ uri: 'file:///home', name: 'Home' }] }), revision, 'roots/list')).toEqual([]);
      expect(server(notice('notifications/message', { level: 'error', data: { a: [null, 1.5] } }), revision)).toEqual(
        [],
      );
      expect(server(notice('notifications/progress', { progressToken: 1, progress: 0.5, total: 1 }), revision)).toEqual(
        [],
      );
      expect(client(notice('notifications/cancelled', { requestId: '1', reason: 'late' }), revision)).toEqual([]);
    });

    it('rejects what the wrong side sends, and methods of another revision', () => {
      expect(server(call('tools/list'), revision)).toEqual([`${revision} tools/list: may not be sent by a server`]);
      expect(client(notice('notifications/tools/list_changed'), revision)).toHaveLength(1);
      expect(client(call('server/discover'), revision)).toEqual([
        `${revision} server/discover: belongs to another revision`,
      ]);
      expect(client(notice('tools/list'), revision)).toContain(`${revision} tools/list: is a request and needs an id`);
      expect(client(call('notifications/initialized'), revision)).not.toEqual([]);
    });

    it('checks only the envelope of methods that nobody specified', () => {
      expect(client(call('acme/do', { anything: null }), revision)).toEqual([]);
      expect(server(result({ anything: null }), revision, 'acme/do')).toEqual([]);
      expect(client(call('acme/do', {}, 1.5), revision)).not.toEqual([]);
      expect(client(call('acme/do', {}, null), revision)).not.toEqual([]);
      expect(client({ id: 1, method: 'acme/do' }, revision)).not.toEqual([]);
    });

    it('accepts an error, and rejects one without a code or beside a result', () => {
      expect(server(failure({ code: -32601, message: 'Method not found' }), revision)).toEqual([]);
      expect(server(failure({ message: 'Oh' }), revision)).not.toEqual([]);
      expect(server({ ...result({}), error: { code: 1, message: 'x' } }, revision)).not.toEqual([]);
      expect(server({ jsonrpc: '2.0', id: 1 }, revision)).not.toEqual([]);
      expect(server(3, revision)).not.toEqual([]);
    });
  });

  it('takes null for an unreadable id before 2025-11-25, and no id from then on', () => {
    const error = { code: -32700, message: 'Parse error' };
    for (const revision of revisions) {
      const isLater = revision >= '2025-11-25';
      expect(server(failure(error, { id: null }), revision).length > 0).toBe(isLater);
      expect(server(failure(error, {}), revision).length > 0).toBe(!isLater);
    }
  });

  it('knows batches at 2025-03-26 only', () => {
    const batch = [call('ping'), notice('notifications/roots/list_changed')];
    for (const revision of legacy) expect(client(batch, revision).length === 0).toBe(revision === '2025-03-26');
    expect(server([result({}), failure({ code: -32700, message: 'x' }, { id: null })], '2025-03-26')).toEqual([]);
    expect(client([], '2025-03-26')).not.toEqual([]);
    expect(client([call('ping'), call('tools/call', {})], '2025-03-26')).not.toEqual([]);
    expect(client([call('ping'), result({})], '2025-03-26')).not.toEqual([]);
  });

  it.each(['2025-06-18', '2025-11-25'])('judges forms and their answers at %s', (revision) => {
    const form = (field: object) => ({
      message: 'Your data?',
      requestedSchema: { type: 'object', properties: { field }, required: ['field'] },
    });
    const fields = [
      { type: 'string', format: 'email', minLength: 3 },
      { type: 'number', minimum: 0.5 },
      { type: 'boolean', default: false },
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
    ];
    for (const field of fields) expect(server(call('elicitation/create', form(field)), revision)).toEqual([]);
    const wrong = [
      { type: 'string', enum: [1, 2] },
      { type: 'string', enum: ['a'], enumNames: [1] },
      { type: 'object', properties: {} },
      { type: 'string', format: 'ipv4' },
    ];
    for (const field of wrong) expect(server(call('elicitation/create', form(field)), revision)).not.toEqual([]);
    const answer = { action: 'accept', content: { field: 1.5, other: 'x', third: true } };
    expect(client(result(answer), revision, 'elicitation/create')).toEqual([]);
    expect(client(result({ action: 'accept', content: { field: null } }), revision, 'elicitation/create')).not.toEqual(
      [],
    );
    expect(client(result({ action: 'maybe' }), revision, 'elicitation/create')).not.toEqual([]);
  });

  it('judges tasks and the demand for a visit at 2025-11-25', () => {
    const revision = '2025-11-25';
    const at = '2025-11-25T10:30:00Z';
    const task = { taskId: 't', status: 'working', createdAt: at, lastUpdatedAt: at, ttl: null };
    expect(client(call('tools/call', { name: 'slow', task: { ttl: 60000 } }), revision)).toEqual([]);
    expect(server(result({ task }), revision, 'tools/call')).toEqual([]);
    expect(client(result({ task }), revision, 'elicitation/create')).toEqual([]);
    expect(server(result({ task }), revision, 'tools/list')).not.toEqual([]);
    expect(server(result({ task: { ...task, status: 'odd' } }), revision, 'tools/call')).not.toEqual([]);
    const visit = { mode: 'url', elicitationId: 'e', url: 'https://example.com/connect', message: 'Sign in' };
    const error = { code: -32042, message: 'Visit first', data: { elicitations: [visit] } };
    expect(server(failure(error), revision)).toEqual([]);
    expect(server(failure({ ...error, data: {} }), revision)).not.toEqual([]);
  });

  describe('at 2026-07-28', () => {
    const revision = '2026-07-28';
    const done = { resultType: 'complete' };
    const cached = { ...done, ttlMs: 300000, cacheScope: 'public' };
    const ask = {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
    };

    it('accepts discovery, and demands the facts of every request', () => {
      expect(client(call('server/discover', { _meta: MODERN_META }), revision)).toEqual([]);
      const discovered = {
        ...cached,
        supportedVersions: [revision],
        capabilities: { tools: {}, extensions: { 'a/b': { n: null, f: 0.5 } } },
      };
      expect(server(result(discovered), revision, 'server/discover')).toEqual([]);
      expect(client(call('tools/list'), revision)).not.toEqual([]);
      expect(client(call('tools/list', { _meta: {} }), revision)).not.toEqual([]);
    });

    it('accepts results of tools, and demands their type and caching', () => {
      const params = { name: 'add', arguments: { a: 1.5, b: null }, _meta: MODERN_META };
      expect(client(call('tools/call', params), revision)).toEqual([]);
      const sum = { ...done, content: [{ type: 'text', text: '3' }], structuredContent: [1.5, null] };
      expect(server(result(sum), revision, 'tools/call')).toEqual([]);
      expect(server(result({ content: [] }), revision, 'tools/call')).not.toEqual([]);
      expect(server(result({ content: [], resultType: 'input_required' }), revision, 'tools/call')).not.toEqual([]);
      const tools = [
        { name: 'add', inputSchema: { type: 'object', oneOf: [{}, true] }, outputSchema: { type: 'array' } },
      ];
      expect(server(result({ ...cached, tools }), revision, 'tools/list')).toEqual([]);
      expect(server(result({ ...done, tools }), revision, 'tools/list')).not.toEqual([]);
      expect(server(result({ ...cached, ttlMs: 0.5, tools }), revision, 'tools/list')).not.toEqual([]);
    });

    it('judges questions inside results, where they are allowed', () => {
      const asking = (inputRequests: object) =>
        result({ resultType: 'input_required', inputRequests, requestState: 's' });
      const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5, temperature: 0.2 } };
      const all = { a: ask, b: { method: 'roots/list' }, c: sampling };
      for (const method of ['tools/call', 'prompts/get', 'resources/read']) {
        expect(server(asking(all), revision, method)).toEqual([]);
      }
      expect(server(asking(all), revision, 'completion/complete')).not.toEqual([]);
      expect(server(asking({ a: { method: 'tools/list' } }), revision, 'tools/call')).not.toEqual([]);
      expect(server(asking({ a: { ...ask, params: {} } }), revision, 'tools/call')).not.toEqual([]);
      expect(server(result({ resultType: 'input_required', requestState: 's' }), revision, 'tools/call')).toEqual([]);
      expect(server(result({ resultType: 'input_required' }), revision, 'tools/call')).not.toEqual([]);
    });

    it('judges answers inside requests', () => {
      const answered = (inputResponses: object) =>
        call('tools/call', { name: 'add', _meta: MODERN_META, requestState: 's', inputResponses });
      expect(client(answered({ a: { action: 'accept', content: { n: 1.5 } }, b: { roots: [] } }), revision)).toEqual(
        [],
      );
      expect(client(answered({ a: { action: 'maybe' } }), revision)).not.toEqual([]);
    });

    it('lets neither side send a question on its own, nor what is gone', () => {
      expect(server({ jsonrpc: '2.0', id: 1, ...ask }, revision)).toEqual([
        `${revision} elicitation/create: may not be sent by a server`,
      ]);
      expect(client(call('ping'), revision)).toEqual([`${revision} ping: belongs to another revision`]);
      expect(client(notice('notifications/progress', { progressToken: 1, progress: 1 }), revision)).toHaveLength(1);
      expect(client(notice('notifications/cancelled', { requestId: 1 }), revision)).toEqual([]);
      expect(client(notice('notifications/cancelled', {}), revision)).not.toEqual([]);
    });

    it('judges subscriptions', () => {
      const filter = { toolsListChanged: true, resourceSubscriptions: ['file:///a'] };
      const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
      expect(client(call('subscriptions/listen', { notifications: filter, _meta: MODERN_META }), revision)).toEqual([]);
      expect(
        server(notice('notifications/subscriptions/acknowledged', { notifications: filter, _meta }), revision),
      ).toEqual([]);
      expect(server(notice('notifications/tools/list_changed', { _meta }), revision)).toEqual([]);
      expect(server(result({ ...done, _meta }), revision, 'subscriptions/listen')).toEqual([]);
      expect(server(result(done), revision, 'subscriptions/listen')).not.toEqual([]);
    });

    it('judges errors by their code', () => {
      const unsupported = { code: -32022, message: 'Unsupported', data: { supported: [revision], requested: 'v999' } };
      const missing = { code: -32021, message: 'Missing', data: { requiredCapabilities: { elicitation: {} } } };
      for (const error of [
        unsupported,
        missing,
        { code: -32020, message: 'Mismatch' },
        { code: -32602, message: 'Bad' },
      ]) {
        expect(server(failure(error), revision)).toEqual([]);
      }
      expect(server(failure({ ...unsupported, data: { supported: [] } }), revision)).not.toEqual([]);
      expect(server(failure({ code: -32021, message: 'Missing' }), revision)).not.toEqual([]);
    });

    it('knows no more than the envelope of what extensions add', () => {
      expect(client(call('tasks/get', { taskId: 't', _meta: MODERN_META }), revision)).toEqual([]);
      expect(server(notice('notifications/tasks', { taskId: 't' }), revision)).toEqual([]);
      expect(server(result({ resultType: 'task', taskId: 't' }), revision, 'tools/call')).toEqual([]);
      expect(server(result({ taskId: 't' }), revision, 'tasks/get')).not.toEqual([]);
    });
  });
});
