import { type Context, McpServer } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import type { EventStream, HeaderList, HttpCall, HttpHead } from '../transports/http/index.js';
import { createHttpCore, type HttpOptions } from './http.js';

/** A call of a process that has opened no stream yet. */
class FirstCall implements HttpCall {
  readonly head: HttpHead;
  readonly request = undefined;
  readonly log: unknown[] = [];
  closed = false;
  prepared = false;

  readonly parsedBody: unknown;

  constructor(parsedBody: unknown, method: string, name: string | undefined) {
    this.parsedBody = parsedBody;
    this.head = {
      method: 'POST',
      contentType: 'application/json',
      protocolVersion: '2026-07-28',
      mcpMethod: method,
      mcpName: name,
    } as HttpHead; // as much of one as is read
  }

  readBody(): void {}
  prepareStream(): Promise<unknown> | undefined {
    if (this.prepared) return undefined;
    this.log.push('loading');
    return new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.prepared = true;
    });
  }
  respond(status: number, _headers: HeaderList, body: unknown): void {
    this.log.push([status, body]);
    this.closed = true;
  }
  openStream(): EventStream {
    if (!this.prepared) throw new Error('not prepared');
    const { log } = this;
    return {
      closed: false,
      event: (data) => void log.push(JSON.parse(String(data)).method ?? 'result'),
      comment: () => void log.push('comment'),
      end: () => void log.push('end'),
    };
  }
  onClose(): void {}
}

async function play(run: (ctx: Context, log: unknown[]) => unknown, meta: object = {}, options: HttpOptions = {}) {
  const server = new McpServer({ name: 'shop', version: '1.0.0', logLevel: 'silent' });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  const params = { name: 'run', arguments: {}, _meta };
  const call = new FirstCall({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, 'tools/call', 'run');
  server.tool('run', {}, (_args, ctx) => {
    run(ctx, call.log);
    call.log.push('handler done');
    return 'ok';
  });
  createHttpCore(server, options).handle(call);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  return call.log;
}

describe('the first call of a process', () => {
  it('has all that a stream takes before its handler runs where the client asked for progress or log messages', async () => {
    const progress = (ctx: Context) => void ctx.reportProgress(1);
    expect(await play(progress, { progressToken: 0 })).toEqual([
      'loading',
      'notifications/progress',
      'handler done',
      'result',
      'end',
    ]);
    const log = (ctx: Context) => void ctx.session.sendLogMessage('info', 'at once');
    expect(await play(log, { 'io.modelcontextprotocol/logLevel': 'info' })).toEqual([
      'loading',
      'notifications/message',
      'handler done',
      'result',
      'end',
    ]);
  });

  it('sends what nobody asked for as soon as it can, in order, and the result behind it', async () => {
    const told = (ctx: Context) => {
      ctx.session.sendNotification('acme/one');
      ctx.session.sendNotification('acme/two');
    };
    expect(await play(told)).toEqual(['loading', 'handler done', 'acme/one', 'acme/two', 'result', 'end']);
  });

  it('loads nothing for a stream where nothing precedes the result, or where there are no streams', async () => {
    expect(await play(() => {})).toEqual(['handler done', [200, expect.stringContaining('ok')]]);
    const alone = await play((ctx) => ctx.reportProgress(1), { progressToken: 0 }, { jsonResponse: true });
    expect(alone).toEqual(['handler done', [200, expect.stringContaining('ok')]]);
  });
});
