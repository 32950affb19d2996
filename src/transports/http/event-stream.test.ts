import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ByteSink, HttpEventStream } from './event-stream.js';

class FakeSink implements ByteSink {
  readonly writes: string[] = [];
  closed = false;
  begun = 0;
  pushes = 0;
  ended = false;
  aborted = false;
  full = false;
  release: () => void = () => {};

  begin(): void {
    this.begun++;
  }
  write(chunk: string | Uint8Array): boolean {
    this.writes.push(typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk));
    return !this.full;
  }
  push(): void {
    this.pushes++;
  }
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.release = () => {
        this.full = false;
        resolve();
      };
    });
  }
  end(text: string): void {
    if (text !== '') this.writes.push(text);
    this.ended = true;
  }
  abort(): void {
    this.aborted = true;
    this.closed = true;
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const event = (data: string) => `event: message\ndata: ${data}\n\n`;

describe('an event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });

  it('sends its first event at once and the others of a turn together', async () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('1');
    expect(sink.writes).toEqual([event('1')]);
    expect(sink.pushes).toBe(1);
    stream.event('2');
    await Promise.resolve();
    stream.event('3');
    expect(sink.writes).toHaveLength(1);
    await turn();
    expect(sink.writes).toEqual([event('1'), event('2') + event('3')]);
    expect(sink.pushes).toBe(1);
    stream.end();
  });

  it('sends the head alone when no event comes in the first turn', async () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    expect(sink.begun).toBe(0);
    await turn();
    expect(sink.begun).toBe(1);
    expect(sink.writes).toEqual([]);
    stream.end();
  });

  it('does not wait for the end of the turn beyond 16 KiB', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('1');
    stream.event('x'.repeat(10_000));
    expect(sink.writes).toHaveLength(1);
    stream.event('y'.repeat(10_000));
    expect(sink.writes).toHaveLength(2);
    stream.end();
  });

  it('does not let a busy handler sit on an event after a silence', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('1');
    vi.advanceTimersByTime(60);
    stream.event('2');
    expect(sink.writes).toEqual([event('1'), event('2')]);
    stream.end();
  });

  it.each([10, 20_000])(
    'lets go of an event of %i characters at once when it is the first or comes after a silence',
    (size) => {
      const sink = new FakeSink();
      const stream = new HttpEventStream(sink);
      stream.event('x'.repeat(size));
      expect([sink.writes.length, sink.pushes]).toEqual([1, 1]);
      vi.advanceTimersByTime(60);
      stream.event('x'.repeat(size));
      expect([sink.writes.length, sink.pushes]).toEqual([2, 2]);
      stream.end();
    },
  );

  it('writes ids, retry times and priming events', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('', '7');
    stream.event('{}', '8', 500);
    stream.retry(20);
    stream.end();
    expect(sink.writes.join('')).toBe('id: 7\ndata: \n\nid: 8\nretry: 500\nevent: message\ndata: {}\n\nretry: 20\n\n');
    expect(sink.ended).toBe(true);
  });

  it('sends the shared bytes of a prepared frame as they are', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('1');
    stream.event('2');
    stream.event({ head: '{"id":1,', tail: new TextEncoder().encode('"é":2}') });
    stream.end();
    expect(sink.writes.join('')).toBe(event('1') + event('2') + event('{"id":1,"é":2}'));
  });

  it('asks to wait while the client reads too slowly, and keeps the order', async () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    sink.full = true;
    const wait = stream.event('1');
    expect(wait).toBeInstanceOf(Promise);
    expect(stream.event('2')).toBe(wait);
    await turn();
    expect(sink.writes).toEqual([event('1')]);
    sink.release();
    await wait;
    expect(sink.writes).toEqual([event('1'), event('2')]);
    expect(stream.event('3')).toBeUndefined();
    stream.end();
  });

  it('breaks off when more than 8 MiB wait for a client', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    sink.full = true;
    for (let i = 0; i < 11 && !stream.closed; i++) stream.event('x'.repeat(1024 * 1024));
    expect(sink.aborted).toBe(true);
    expect(stream.closed).toBe(true);
  });

  it('delivers what is pending when it ends, even to a slow client', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    sink.full = true;
    stream.event('1');
    stream.event('2');
    stream.end();
    stream.event('3');
    stream.comment();
    expect(sink.writes).toEqual([event('1'), event('2')]);
  });

  it('sends a comment after 15 s of silence, and again, and none once it has ended', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink);
    stream.event('1');
    vi.advanceTimersByTime(13_000);
    expect(sink.writes).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(sink.writes.slice(1)).toEqual([':\n\n']);
    vi.advanceTimersByTime(15_000);
    expect(sink.writes.slice(1)).toEqual([':\n\n', ':\n\n']);
    stream.end();
    vi.advanceTimersByTime(60_000);
    expect(sink.writes).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('watches all streams with one timer, which ends after the last', () => {
    const streams = Array.from({ length: 10 }, () => new HttpEventStream(new FakeSink()));
    expect(vi.getTimerCount()).toBe(1);
    for (const stream of streams) stream.end();
    vi.advanceTimersByTime(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('forgets a stream whose client has gone', () => {
    const sink = new FakeSink();
    new HttpEventStream(sink);
    sink.closed = true;
    vi.advanceTimersByTime(3_000);
    expect(sink.writes).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends no comments with a keepAliveMs of 0', () => {
    const sink = new FakeSink();
    const stream = new HttpEventStream(sink, 0);
    expect(vi.getTimerCount()).toBe(0);
    stream.end();
  });
});
