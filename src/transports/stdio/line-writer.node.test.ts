import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { LineWriter } from './line-writer.node.js';

/** A stream that remembers each write and confirms it when told to. */
class Slow extends Writable {
  readonly writes: string[] = [];
  confirm: (() => void)[] = [];
  readonly immediate: boolean;
  constructor(immediate = true) {
    super({ highWaterMark: 16, decodeStrings: false });
    this.immediate = immediate;
  }
  override _write(chunk: unknown, _encoding: string, done: () => void) {
    this.writes.push(String(chunk));
    if (this.immediate) done();
    else this.confirm.push(done);
  }
}

describe('the line writer', () => {
  it('sends the lines of one tick in one write', async () => {
    const stream = new Slow();
    const writer = new LineWriter(stream, () => {});
    writer.write('{"a":1}');
    writer.write({ head: '{"b":', tail: new TextEncoder().encode('"ü"}') });
    writer.write('{"c":3}');
    await writer.flush();
    writer.write('{"d":4}');
    await writer.flush();
    expect(stream.writes).toEqual(['{"a":1}\n{"b":"ü"}\n{"c":3}\n', '{"d":4}\n']);
  });

  it('writes at the end of the tick without being asked', async () => {
    const stream = new Slow();
    const writer = new LineWriter(stream, () => {});
    writer.write('1');
    expect(stream.writes).toEqual([]);
    await new Promise(setImmediate);
    expect(stream.writes).toEqual(['1\n']);
    expect(writer.queuedBytes).toBe(0);
  });

  it('gives a promise while the stream is full, and resolves it when it has room', async () => {
    const stream = new Slow(false);
    const writer = new LineWriter(stream, () => {});
    expect(writer.write('x'.repeat(20))).toBeUndefined();
    await new Promise(setImmediate);
    const wait = writer.write('y');
    expect(wait).toBeInstanceOf(Promise);
    stream.confirm.shift()?.();
    await new Promise(setImmediate);
    stream.confirm.shift()?.();
    await wait;
    expect(writer.write('z')).toBeUndefined();
  });

  it('becomes closed when the stream fails, tells its owner once and settles who waits', async () => {
    const stream = new Slow(false);
    const onClosed = vi.fn();
    const writer = new LineWriter(stream, onClosed);
    writer.write('x'.repeat(20));
    await new Promise(setImmediate);
    const wait = writer.write('y');
    const flushed = writer.flush();
    const error = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    stream.destroy(error);
    await new Promise((resolve) => stream.once('close', resolve));
    await Promise.all([wait, flushed]);
    expect(writer.closed).toBe(true);
    expect(onClosed.mock.calls).toEqual([[error]]);
    expect(writer.write('z')).toBeUndefined();
  });

  it('survives a stream that is destroyed before it writes', async () => {
    const stream = new PassThrough();
    const onClosed = vi.fn();
    const writer = new LineWriter(stream, onClosed);
    stream.destroy();
    writer.write('x');
    await writer.flush();
    await new Promise(setImmediate);
    expect(writer.closed).toBe(true);
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('drops its listeners when it is closed', async () => {
    const stream = new Slow();
    const before = [stream.listenerCount('error'), stream.listenerCount('close')];
    const writer = new LineWriter(stream, () => {});
    writer.write('x');
    await writer.flush();
    writer.close();
    expect([stream.listenerCount('error'), stream.listenerCount('close')]).toEqual(before);
  });
});
