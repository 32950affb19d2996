import { LazyPart } from '../../errors/index.js';
import { type Frame, type FrameWriter, isThenable, unheard } from '../../exchange/index.js';
import { forgetSilence, type KeepAliveEntry, type Watch } from './keep-alive.js';
import type { EventStream, HeaderList, HttpCall } from './ports.js';

/**
 * When an answer becomes an event stream: `auto` when something precedes the result or the call is silent for `keepAliveMs`;
 * `never` sends one JSON body and drops what precedes it; `always` sends even a lone result as an event.
 */
export type StreamMode = 'auto' | 'never' | 'always';

/** How one HTTP call is answered. */
export interface HttpReplyOptions {
  /** Milliseconds of silence after which the answer becomes an event stream, in the modes `auto` and `always`. 0 means never. */
  readonly keepAliveMs: number;
  readonly stream: StreamMode;
  /** Sent with the answer, whatever form it takes, but with none that refuses. */
  readonly extraHeaders?: HeaderList | undefined;
  /** HTTP statuses of JSON-RPC error numbers while nothing was sent; 200 for those that are not in it. `errorStatuses` by default. */
  readonly statuses?: ReadonlyMap<number, number> | undefined;
}

/** An unknown method is 404, a missing client capability 400. Every other error that a handler made travels with 200. */
export const errorStatuses: ReadonlyMap<number, number> = new Map([
  [-32601, 404],
  [-32021, 400],
]);

/** Of a whole JSON body. */
export const jsonHeaders: HeaderList = ['content-type', 'application/json'];

const noHeaders: HeaderList = [];

/** What breaks silences: loaded with the first call that is not answered at once, which leaves 0.3 KiB out of what loads before. Where it cannot be, calls stay silent. */
const sweeps = new LazyPart(() => import('./sweep.js'));

/** In the place of a sweep that is being loaded. */
const loading: Watch = {
  remove(entry) {
    entry.watch = undefined;
  },
};

function watchCall(call: KeepAliveEntry): void {
  call.watch = loading;
  const watched = sweeps.use(({ watchSilence }) => {
    if (call.watch === loading) watchSilence(call);
  });
  if (isThenable(watched)) unheard(watched); // where it cannot be loaded, the call is answered all the same
}

/**
 * Answers one HTTP call, and decides late how: with one JSON body, unless a message precedes the result or the call is
 * silent for too long; then with an event stream, in which even an error is an event. Where what streams are made of has to be
 * loaded first, all that is sent waits for it, in order; where it cannot be loaded, what precedes the result is dropped.
 */
export class HttpReplyWriter implements FrameWriter, KeepAliveEntry {
  readonly keepAliveMs: number;
  readonly silentSince = performance.now();
  watch: Watch | undefined = undefined;
  previous: KeepAliveEntry | undefined = undefined;
  next: KeepAliveEntry | undefined = undefined;
  readonly #call: HttpCall;
  readonly #options: HttpReplyOptions;
  #stream: EventStream | undefined;
  /** Used instead of `#stream` where that had to be waited for. Gives `undefined` where there can be none. */
  #opening: Promise<EventStream | undefined> | undefined;
  #ended = false;

  constructor(call: HttpCall, options: HttpReplyOptions) {
    this.#call = call;
    this.#options = options;
    this.keepAliveMs = options.keepAliveMs;
  }

  /** Says that the answer is not there at once: it becomes an event stream when the call is silent for too long. */
  takesTime(): void {
    if (this.closed || this.streaming || this.#options.stream === 'never') return;
    watchCall(this);
  }

  get closed(): boolean {
    return this.#ended || this.#call.closed;
  }

  /** Whether the answer has become an event stream. */
  get streaming(): boolean {
    return this.#stream !== undefined || this.#opening !== undefined;
  }

  send(text: string): void | Promise<void> {
    if (this.closed || this.#options.stream === 'never') return undefined;
    this.#open();
    return this.#with((stream) => stream?.event(text));
  }

  finish(frame: Frame): void {
    if (this.#options.stream === 'always' && !this.closed) this.#open();
    const { extraHeaders } = this.#options;
    this.#finish(200, extraHeaders === undefined ? jsonHeaders : jsonHeaders.concat(extraHeaders), frame);
  }

  refuse(text: string, code: number): void {
    this.#finish((this.#options.statuses ?? errorStatuses).get(code) ?? 200, jsonHeaders, text);
  }

  /** Ends without an answer: an open stream just ends, a call that was sent nothing gets an empty 202. */
  abandon(): void {
    if (!this.#end()) return;
    this.#with((stream) => {
      if (stream !== undefined) stream.end();
      else this.#call.respond(202, this.#options.extraHeaders ?? noHeaders, undefined);
    });
  }

  onClose(listener: () => void): void {
    this.#call.onClose(listener);
  }

  keepAlive(): void {
    this.#open();
    this.#with((stream) => stream?.comment());
  }

  #finish(status: number, headers: HeaderList, frame: Frame): void {
    if (!this.#end()) return;
    this.#with((stream) => {
      if (stream === undefined) this.#call.respond(status, headers, frame);
      else {
        stream.event(frame);
        stream.end();
      }
    });
  }

  #with(use: (stream: EventStream | undefined) => void | Promise<void>): void | Promise<void> {
    return this.#opening === undefined ? use(this.#stream) : this.#opening.then(use);
  }

  /** From here on the stream watches its own silence. */
  #open(): void {
    if (this.streaming) return;
    forgetSilence(this);
    const open = (): EventStream => this.#call.openStream(this.#options.extraHeaders ?? noHeaders);
    const loading = this.#call.prepareStream();
    if (loading === undefined) this.#stream = open();
    else this.#opening = loading.then(open).catch(() => undefined);
  }

  /** False when there is nobody left to answer. */
  #end(): boolean {
    const open = !this.closed;
    this.#ended = true;
    forgetSilence(this);
    return open;
  }
}
