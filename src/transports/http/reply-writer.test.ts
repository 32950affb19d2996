import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../../exchange/index.js';
import type { EventStream, HeaderList, HttpCall, HttpHead } from './ports.js';
import { HttpReplyWriter, type StreamMode } from './reply-writer.js';

class FakeCall implements HttpCall {
  readonly head = {} as HttpHead; // a writer never looks at it
  readonly request = undefined;
  readonly parsedBody = undefined;
  readonly log: unknown[] = [];
  closed = false;
  loading: Promise<unknown> | undefined;

  readBody(): void {}
  respond(status: number, headers: HeaderList, body: Frame | undefined): void {
    this.log.push([status, headers.join('|'), body]);
  }
  prepareStream(): Promise<unknown> | undefined {
    return this.loading;
  }
  openStream(headers: HeaderList): EventStream {
    this.log.push(['stream', headers.join('|')]);
    return {
      closed: false,
      event: (data) => void this.log.push(['event', data]),
      comment: () => void this.log.push(['comment']),
      end: () => void this.log.push(['end']),
    };
  }
  onClose(): void {}
}

function writer(stream: StreamMode = 'auto', extraHeaders?: HeaderList) {
  const call = new FakeCall();
  return { call, writer: new HttpReplyWriter(call, { keepAliveMs: 15_000, stream, extraHeaders }) };
}

/** What watches for silence is loaded with the first call that takes time. */
async function sweepsLoaded(): Promise<void> {
  await import('./sweep.js');
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the answer to a call', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  it('is one JSON body when nothing precedes the result', () => {
    const { call, writer: reply } = writer();
    reply.finish('{}');
    expect(call.log).toEqual([[200, 'content-type|application/json', '{}']]);
    expect(reply.closed).toBe(true);
  });

  it('is an event stream once something precedes the result', () => {
    const { call, writer: reply } = writer('auto', ['mcp-session-id', 's']);
    reply.send('1');
    reply.send('2');
    reply.finish('{}');
    expect(call.log).toEqual([
      ['stream', 'mcp-session-id|s'],
      ['event', '1'],
      ['event', '2'],
      ['event', '{}'],
      ['end'],
    ]);
  });

  it('becomes an event stream with a comment after 15 s of silence, not before', async () => {
    const { call, writer: reply } = writer();
    reply.takesTime();
    await sweepsLoaded();
    vi.advanceTimersByTime(13_000);
    expect(call.log).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(call.log).toEqual([['stream', ''], ['comment']]);
    reply.refuse('{"error":1}', -32601);
    expect(call.log.slice(2)).toEqual([['event', '{"error":1}'], ['end']]);
  });

  it('is watched for silence only where it takes time and is no stream, whatever happens while that is being loaded', async () => {
    await sweepsLoaded();
    vi.resetModules();
    const { HttpReplyWriter: Fresh } = await import('./reply-writer.js');
    const open = (keepAliveMs: number) => {
      const call = new FakeCall();
      return { call, reply: new Fresh(call, { keepAliveMs, stream: 'auto' }) };
    };
    const [quick, answered, streaming, endless] = [open(15_000), open(15_000), open(15_000), open(0)];
    quick.reply.finish('{}');
    quick.reply.takesTime();
    for (const { reply } of [answered, streaming, endless]) reply.takesTime();
    answered.reply.finish('{}');
    streaming.reply.send('1');
    await import('./sweep.js');
    await new Promise((resolve) => setImmediate(resolve));
    expect(vi.getTimerCount()).toBe(0);
    const waiting = open(15_000);
    waiting.reply.takesTime();
    expect(vi.getTimerCount()).toBe(1);
    waiting.reply.finish('{}');
    vi.advanceTimersByTime(15_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops what precedes the result and ignores silence in JSON mode', async () => {
    const { call, writer: reply } = writer('never');
    reply.takesTime();
    await sweepsLoaded();
    expect(reply.send('1')).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    reply.finish('{}');
    expect(call.log).toEqual([[200, 'content-type|application/json', '{}']]);
  });

  it('is an event stream for a lone result in the mode always', () => {
    const { call, writer: reply } = writer('always');
    reply.finish('{}');
    expect(call.log).toEqual([['stream', ''], ['event', '{}'], ['end']]);
  });

  it.each([
    [-32601, 404],
    [-32021, 400],
    [-32603, 200],
    [-32602, 200],
  ])('has for error %i status %i while nothing was sent', (code, status) => {
    const { call, writer: reply } = writer();
    reply.refuse('{}', code);
    expect(call.log).toEqual([[status, 'content-type|application/json', '{}']]);
  });

  it('has the headers of a result with a result alone', () => {
    const [accepted, refused] = [writer('auto', ['mcp-session-id', 's']), writer('auto', ['mcp-session-id', 's'])];
    accepted.writer.finish('{}');
    refused.writer.refuse('{}', -32602);
    expect([...accepted.call.log, ...refused.call.log]).toEqual([
      [200, 'content-type|application/json|mcp-session-id|s', '{}'],
      [200, 'content-type|application/json', '{}'],
    ]);
  });

  it('takes other statuses where they are given', () => {
    const call = new FakeCall();
    new HttpReplyWriter(call, { keepAliveMs: 0, stream: 'auto', statuses: new Map() }).refuse('{}', -32601);
    expect(call.log).toEqual([[200, 'content-type|application/json', '{}']]);
  });

  it('is empty for an abandoned call, and ends a stream that is open', () => {
    const silent = writer();
    silent.writer.abandon();
    expect(silent.call.log).toEqual([[202, '', undefined]]);
    const streaming = writer();
    streaming.writer.send('1');
    streaming.writer.abandon();
    expect(streaming.call.log.slice(2)).toEqual([['end']]);
  });

  it('is given once, and not to a client that has gone', () => {
    const { call, writer: reply } = writer();
    reply.finish('1');
    reply.finish('2');
    reply.send('3');
    reply.abandon();
    expect(call.log).toHaveLength(1);
    const gone = writer();
    gone.call.closed = true;
    gone.writer.send('1');
    gone.writer.finish('2');
    expect(gone.call.log).toEqual([]);
  });

  it('keeps its order where what streams are made of has to be loaded first', async () => {
    const { call, writer: reply } = writer();
    let loaded: (value: unknown) => void = () => {};
    call.loading = new Promise((resolve) => {
      loaded = resolve;
    });
    const first = reply.send('1');
    reply.send('2');
    expect([call.log, reply.streaming, first instanceof Promise]).toEqual([[], true, true]);
    call.loading = undefined;
    loaded(undefined);
    await first;
    reply.send('3');
    reply.finish('{}');
    expect(reply.closed).toBe(true);
    reply.send('4');
    await new Promise((resolve) => setImmediate(resolve));
    expect(call.log).toEqual([['stream', ''], ...['1', '2', '3', '{}'].map((data) => ['event', data]), ['end']]);
  });

  it('is one JSON body without what preceded it where streams cannot be loaded', async () => {
    const { call, writer: reply } = writer();
    call.loading = Promise.reject(new Error('gone'));
    const sent = reply.send('1');
    reply.refuse('{}', -32601);
    await expect(sent).resolves.toBeUndefined();
    expect(call.log).toEqual([[404, 'content-type|application/json', '{}']]);
    const left = writer();
    left.call.loading = Promise.reject(new Error('gone'));
    left.writer.send('1');
    left.writer.abandon();
    await new Promise((resolve) => setImmediate(resolve));
    expect(left.call.log).toEqual([[202, '', undefined]]);
  });
});
