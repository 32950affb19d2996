import { McpError, McpServer } from 'parley-mcp';
import { Server } from 'parley-mcp/server';
import { describe, expect, it } from 'vitest';
import { cell, eras, join, Logbook, title } from './harness.js';
import { modern, modernHeaders, modernMeta, rawHttp, rpc } from './raw.js';

const info = { name: 'wire', version: '1.0.0' };

describe('the HTTP status of an error that a handler made', () => {
  const errors: readonly [string, () => never, number, number][] = [
    [
      'a missing client capability',
      () => {
        const data = { requiredCapabilities: { sampling: {} } };
        throw new McpError('MISSING_CLIENT_CAPABILITY', 'Sampling not supported', data);
      },
      -32021,
      400,
    ],
    [
      'invalid params',
      () => {
        throw new McpError('INVALID_PARAMS', 'No such shelf');
      },
      -32602,
      200,
    ],
    [
      'an internal error',
      () => {
        throw new McpError('INTERNAL_ERROR', 'Out of order');
      },
      -32603,
      200,
    ],
    [
      'a number of its own',
      () => {
        throw new McpError(-31000, 'Closed');
      },
      -31000,
      200,
    ],
  ];

  function shop(fail: () => never) {
    const server = new McpServer({ ...info, logger: new Logbook() });
    server.tool('fail', {}, fail);
    server.tool('late', {}, async (_args, ctx) => {
      await ctx.reportProgress(1);
      fail();
    });
    return server;
  }
  const call = (name: string) => ({ name, _meta: { ...modernMeta, progressToken: 't' } });

  it.each(errors)('is for %s that of the table, at 2026-07-28', async (_what, fail, code, status) => {
    await using http = rawHttp(shop(fail));
    const response = await http.post(rpc(1, 'tools/call', call('fail')), modernHeaders('tools/call', 'fail'));
    expect([response.status, await response.json()]).toMatchObject([status, { id: 1, error: { code } }]);
  });

  it.each(errors)('is for %s always 200 in a session', async (_what, fail, code) => {
    await using http = rawHttp(shop(fail));
    const headers = await http.open('2025-11-25');
    const response = await http.post(rpc(1, 'tools/call', { name: 'fail' }), headers);
    expect([response.status, await response.json()]).toMatchObject([200, { id: 1, error: { code } }]);
  });

  it.each(errors)('is for %s 200 with an event once something was sent before it', async (_what, fail, code) => {
    await using http = rawHttp(shop(fail));
    const response = await http.post(rpc(1, 'tools/call', call('late')), modernHeaders('tools/call', 'late'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    const events = (await response.text()).match(/^data: .*$/gm) ?? [];
    expect(events.map((line) => JSON.parse(line.slice(6)))).toMatchObject([
      { method: 'notifications/progress' },
      { id: 1, error: { code } },
    ]);
  });
});

describe('arguments that a tool wants repeated in headers', () => {
  it.each(['http', 'fetch'] as const)(
    'are repeated by our client and accepted by our server, over %s',
    async (transport) => {
      const server = new McpServer(info);
      const seen: (string | undefined)[][] = [];
      server.tool(
        'order',
        {
          inputSchema: {
            type: 'object',
            properties: {
              region: { type: 'string', 'x-mcp-header': 'Region' },
              count: { type: 'integer', 'x-mcp-header': 'Count' },
              deep: { type: 'object', properties: { urgent: { type: 'boolean', 'x-mcp-header': 'Urgent' } } },
            },
          },
        },
        (_args, { headers }) => {
          seen.push(['region', 'count', 'urgent'].map((name) => headers?.get(`mcp-param-${name}`)));
          return 'x';
        },
      );
      await using joined = await join(cell(transport, '2026-07-28'), server);
      await joined.client.listTools();
      await joined.client.callTool('order', { region: 'Nürnberg', count: 42, deep: { urgent: false } });
      await joined.client.callTool('order', { region: ' north ', deep: {} });
      await joined.client.callTool('order', { region: '=?base64?eA==?=', count: 0 });
      await joined.client.callTool('order');
      expect(seen).toEqual([
        ['=?base64?TsO8cm5iZXJn?=', '42', 'false'],
        ['=?base64?IG5vcnRoIA==?=', undefined, undefined],
        ['=?base64?PT9iYXNlNjQ/ZUE9PT89?=', '0', undefined],
        [undefined, undefined, undefined],
      ]);
    },
  );

  it('are repeated also by a client that never listed the tools, after one refusal', async () => {
    const server = new McpServer(info);
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    } as const;
    server.tool('order', { inputSchema }, () => 'ordered');
    await using joined = await join(cell('http', '2026-07-28'), server);
    const { content } = await joined.client.callTool('order', { region: 'north' });
    expect(content).toMatchObject([{ text: 'ordered' }]);
  });
});

describe.each(eras)(`what every result says over ${title}`, (era) => {
  it('is its type and who made it, where the revision has that, and nothing of it elsewhere', async () => {
    const server = new McpServer({ ...info, title: 'Wire', logger: new Logbook() });
    server.tool('echo', {}, () => ({ content: [], _meta: { 'acme/x': 1 } }));
    server.handle('acme/own', () => ({ mine: true }));
    await using joined = await join(era, server);
    const results = [
      await joined.client.request('tools/list'),
      await joined.client.request('tools/call', { name: 'echo' }),
      await joined.client.request('acme/own'),
    ];
    for (const result of results) {
      const made = { 'io.modelcontextprotocol/serverInfo': { name: 'wire', version: '1.0.0', title: 'Wire' } };
      if (era.modern) expect(result).toMatchObject({ resultType: 'complete', _meta: made });
      else expect(JSON.stringify(result)).not.toMatch(/resultType|serverInfo/);
    }
    expect(results[1]).toMatchObject({ _meta: { 'acme/x': 1 } });
  });

  it('is what the server’s own discovery says, where it has one', async () => {
    const server = new Server(info);
    server.handle('server/discover', () => ({
      supportedVersions: ['2026-07-28'],
      capabilities: { experimental: { own: {} } },
      instructions: 'own',
    }));
    await using joined = await join(era, server);
    expect(joined.client.instructions).toBe(era.modern ? 'own' : undefined);
  });

  it('tells of an unknown method its name', async () => {
    await using joined = await join(era, new Server(info));
    await expect(joined.client.request('acme/none')).rejects.toMatchObject({
      jsonRpcCode: -32601,
      message: expect.stringContaining('Method not found'),
    });
  });
});

describe('a request that asks for input from a client that cannot be asked', () => {
  it('is refused with the capability that is missing', async () => {
    const server = new McpServer({ ...info, logger: new Logbook() });
    server.tool('ask', {}, () => {
      const data = { requiredCapabilities: { elicitation: {} } };
      throw new McpError('MISSING_CLIENT_CAPABILITY', 'Elicitation not supported', data);
    });
    for (const era of eras.filter(({ transport }) => transport !== 'serialised')) {
      await using joined = await join(era, server);
      await expect(joined.client.callTool('ask')).rejects.toMatchObject({
        code: 'MISSING_CLIENT_CAPABILITY',
        data: { requiredCapabilities: { elicitation: {} } },
      });
    }
    await using http = rawHttp(server);
    const response = await http.post(modern(1, 'tools/call', { name: 'ask' }), modernHeaders('tools/call', 'ask'));
    expect(response.status).toBe(400);
  });
});
