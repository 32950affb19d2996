import { LazyPart } from '../../errors/index.js';
import type { PreparedFrame } from '../../exchange/index.js';
import type { BodyProblem, EventStream, HeaderList, HttpCall } from '../../transports/http/index.js';
import { readFetchBody } from './fetch-body.js';
import { FetchHead } from './fetch-head.js';
import type { FetchSink } from './fetch-sink.js';
import type * as fetchStreams from './fetch-stream.js';

type Streams = typeof fetchStreams;

/** What answers with event streams: most calls are answered with one body, and never need it. */
const streams = new LazyPart<Streams>(() => import('./fetch-stream.js'));

const encoder = new TextEncoder();
/** What some servers log for a client that went away; it never reaches that client. */
const clientGone = 499;

/** One web `Request`, answered with a `Response` as soon as it is decided what form the answer has. */
export class FetchCall implements HttpCall {
  readonly head: FetchHead;
  readonly request: Request;
  readonly parsedBody: unknown;
  readonly #resolve: (response: Response) => void;
  readonly #keepAliveMs: number | undefined;
  readonly #listeners: (() => void)[] = [];
  #sink: FetchSink | undefined;
  #abort: AbortSignal | undefined;
  #watching = false;
  #answered = false;
  #gone = false;

  constructor(
    request: Request,
    parsedBody: unknown,
    keepAliveMs: number | undefined,
    resolve: (response: Response) => void,
  ) {
    this.head = new FetchHead(request);
    this.request = request;
    this.parsedBody = parsedBody;
    this.#keepAliveMs = keepAliveMs;
    this.#resolve = resolve;
  }

  get closed(): boolean {
    return this.#gone || (this.#sink === undefined ? this.#answered : this.#sink.closed);
  }

  readBody(limit: number, done: (text: string | undefined, problem: BodyProblem | undefined) => void): void {
    if (this.request.bodyUsed) {
      this.respond(500, ['content-type', 'application/json'], bodyUsed);
      done(undefined, 'aborted');
      return;
    }
    readFetchBody(this.request, this.head.contentLength, limit, (text, problem) => {
      if (problem === 'aborted') this.#leave();
      done(text, problem);
    });
  }

  respond(status: number, headers: HeaderList, body: string | PreparedFrame | undefined): void {
    if (this.#answered) return;
    this.#answer(new Response(toBody(body), { status, headers: fieldsOf(headers) }));
    this.#forget();
  }

  prepareStream(): Promise<unknown> | undefined {
    return streams.loaded === undefined ? streams.load() : undefined;
  }

  openStream(headers: HeaderList): EventStream {
    const { eventStreamHeaders, FetchSink, HttpEventStream } = streams.loaded as Streams; // who opens one has prepared it
    const sink = new FetchSink(this.#leave);
    if (this.#answered) sink.end('');
    else {
      this.#sink = sink;
      this.#answer(new Response(sink.body, { status: 200, headers: fieldsOf(eventStreamHeaders.concat(headers)) }));
      this.#watch();
    }
    return new HttpEventStream(sink, this.#keepAliveMs);
  }

  onClose(listener: () => void): void {
    this.#listeners.push(listener);
    this.#watch();
  }

  /**
   * Hears from here on that the client has gone. Not before somebody wants to know: adapters that bring Node's requests make the signal
   * when it is first looked at, which is a fifth of what a call costs.
   */
  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#abort = this.request.signal ?? undefined;
    if (this.#abort?.aborted) this.#leave();
    else this.#abort?.addEventListener('abort', this.#leave, { once: true });
  }

  #answer(response: Response): void {
    this.#answered = true;
    this.#resolve(response);
  }

  readonly #leave = (): void => {
    if (this.closed) return;
    this.#gone = true;
    this.#forget();
    this.#sink?.close();
    if (!this.#answered) this.#answer(new Response(null, { status: clientGone }));
    for (const listener of this.#listeners.splice(0)) listener();
  };

  #forget(): void {
    this.#abort?.removeEventListener('abort', this.#leave);
  }
}

const bodyUsed = JSON.stringify({
  jsonrpc: '2.0',
  error: {
    code: -32603,
    message: 'The request body was read before it came here. Hand what was parsed to handle(request, parsedBody).',
  },
});

function toBody(body: string | PreparedFrame | undefined): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return body;
  const head = encoder.encode(body.head);
  const whole = new Uint8Array(head.byteLength + body.tail.byteLength);
  whole.set(head);
  whole.set(body.tail, head.byteLength);
  return whole;
}

/** As a plain object, which adapters can write without making `Headers` first. */
function fieldsOf(list: HeaderList): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let i = 0; i + 1 < list.length; i += 2) fields[list[i] ?? ''] = list[i + 1] ?? '';
  return fields;
}
