import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LazyPart } from '../../errors/index.js';
import type { PreparedFrame } from '../../exchange/index.js';
import type { EventStream, HeaderList, HttpCall } from '../../transports/http/index.js';
import { frameworkBody } from './framework-body.js';
import { type BodyListener, readNodeBody } from './node-body.js';
import { NodeHead } from './node-head.js';
import { isClosed } from './node-response.js';
import type * as nodeStreams from './node-stream.js';

type Streams = typeof nodeStreams;

/** What answers with event streams: most calls are answered with one body, and never need it. */
const streams = new LazyPart<Streams>(() => import('./node-stream.js'));

/** An unread body larger than this ends the connection with the answer, instead of being read to its end. */
const worthReading = 64 * 1024;

/** One request to a Node server, answered straight through its `ServerResponse`. */
export class NodeCall implements HttpCall {
  readonly head: NodeHead;
  readonly request: IncomingMessage;
  readonly parsedBody: unknown;
  readonly #response: ServerResponse;
  readonly #keepAliveMs: number | undefined;
  readonly #text: string | undefined;
  #bodyRead = false;
  #answered = false;
  #ended = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    handedOver: unknown,
    keepAliveMs: number | undefined,
  ) {
    const body = frameworkBody(request, handedOver);
    this.head = new NodeHead(request.method ?? 'GET', request.url ?? '/', request.rawHeaders);
    this.request = request;
    this.#text = typeof body === 'string' ? body : undefined;
    this.parsedBody = this.#text === undefined ? body : undefined;
    this.#response = response;
    this.#keepAliveMs = keepAliveMs;
    response.on('error', ignore);
  }

  get closed(): boolean {
    return this.#ended || isClosed(this.#response);
  }

  readBody(limit: number, done: BodyListener): void {
    if (this.#text !== undefined) {
      const tooLarge = Buffer.byteLength(this.#text) > limit;
      done(tooLarge ? undefined : this.#text, tooLarge ? 'too-large' : undefined);
      return;
    }
    readNodeBody(this.request, limit, (text, problem) => {
      this.#bodyRead = problem === undefined;
      done(text, problem);
    });
  }

  respond(status: number, headers: HeaderList, body: string | PreparedFrame | undefined): void {
    if (!this.#mayBegin()) return;
    const response = this.#response;
    response.statusCode = status;
    for (let i = 0; i + 1 < headers.length; i += 2) response.setHeader(headers[i] ?? '', headers[i + 1] ?? '');
    if (this.#leavesMuchUnread()) response.setHeader('connection', 'close');
    if (typeof body === 'string') response.end(body);
    else if (body === undefined) response.end();
    else {
      response.setHeader('content-length', Buffer.byteLength(body.head) + body.tail.byteLength);
      response.write(body.head);
      response.end(body.tail);
    }
    this.#answered = true;
    this.#ended = true;
  }

  prepareStream(): Promise<unknown> | undefined {
    return streams.loaded === undefined ? streams.load() : undefined;
  }

  openStream(headers: HeaderList): EventStream {
    const { openNodeStream } = streams.loaded as Streams; // who opens one has prepared it
    const begins = this.#mayBegin();
    const more = this.#leavesMuchUnread() ? headers.concat('connection', 'close') : headers;
    this.#answered ||= begins;
    return openNodeStream(this.#response, begins ? more : undefined, this.#keepAliveMs);
  }

  onClose(listener: () => void): void {
    this.#response.on('close', () => {
      // What was ended is complete, even if the last bytes did not get through.
      if (!this.#ended && !this.#response.writableEnded) listener();
    });
  }

  /** False when the client is gone or an answer was given already. */
  #mayBegin(): boolean {
    return !this.#answered && !this.closed && !this.#response.headersSent;
  }

  #leavesMuchUnread(): boolean {
    const { request, head } = this;
    if (this.#bodyRead || request.complete || request.httpVersionMajor > 1) return false;
    if (head.contentLength !== undefined) return Number(head.contentLength) > worthReading;
    return head.headers.has('transfer-encoding');
  }
}

/** Streams report their errors through `close` as well, which is what counts here. */
function ignore(): void {}
