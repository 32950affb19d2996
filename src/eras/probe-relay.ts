import type { McpError } from '../errors/index.js';
import type { ClientTransport, TransportListener } from '../exchange/index.js';
import {
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
  traits,
} from '../types/index.js';
import type { Outcome } from './probe-outcome.js';

/**
 * Listens to one transport while it is not yet known whether it will be used: its end stays here until the connection is made,
 * a ping is answered, and other requests wait until somebody can answer them.
 */
export class ProbeRelay implements TransportListener {
  readonly transport: ClientTransport;
  /** Set once the transport has ended. */
  ended: { readonly error: McpError | undefined } | undefined;
  readonly #listener: TransportListener;
  #started: void | Promise<void> = undefined;
  #isStarted = false;
  #state: 'probing' | 'settling' | 'open' | 'discarded' = 'probing';
  #held: JsonRpcRequest[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onEnd: ((error: McpError | undefined) => void) | undefined;

  constructor(transport: ClientTransport, listener: TransportListener) {
    this.transport = transport;
    this.#listener = listener;
  }

  /** Starts the transport unless that has been done. */
  start(): void | Promise<void> {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#started = this.transport.start(this);
    }
    return this.#started;
  }

  /** Sends a request and waits: for its answer, its loss, the end of the transport, or `milliseconds` of silence. */
  ask(message: JsonRpcRequest, milliseconds: number | undefined): Promise<Outcome> {
    return new Promise((resolve) => {
      const finish = (outcome: Outcome): void => {
        clearTimeout(this.#timer);
        this.#onEnd = undefined;
        resolve(outcome);
      };
      if (milliseconds !== undefined)
        this.#timer = setTimeout(() => finish({ kind: 'silence', milliseconds }), milliseconds);
      this.#onEnd = (error) => {
        if (error !== undefined) finish({ kind: 'lost', error, ended: true });
      };
      this.transport.request(message, {
        response: (answer: JsonRpcResponse) =>
          finish(
            'result' in answer ? { kind: 'result', result: answer.result } : { kind: 'error', error: answer.error },
          ),
        // The end of the transport loses its requests first and is told after that.
        lost: (error: McpError) =>
          queueMicrotask(() =>
            finish({ kind: 'lost', error: this.ended?.error ?? error, ended: this.ended !== undefined }),
          ),
      });
    });
  }

  /** Gives up a request that got no answer. */
  abandon(id: RequestId, notice: JsonRpcNotification): void {
    this.transport.abandon(id, notice);
  }

  /** From now on everything goes to the listener; what was held follows as soon as the caller had its turn. */
  open(): void {
    if (this.#held.length === 0) this.#state = 'open';
    else {
      this.#state = 'settling';
      setTimeout(this.#release, 0);
    }
  }

  /** Nothing more goes to the listener. */
  async close(): Promise<void> {
    this.#state = 'discarded';
    this.#held = [];
    clearTimeout(this.#timer);
    await this.transport.close();
  }

  notification(message: JsonRpcNotification): void {
    if (this.#state !== 'discarded') this.#listener.notification(message);
  }

  request(message: JsonRpcRequest): void {
    if (this.#state === 'open') this.#listener.request(message);
    else if (this.#state === 'probing' && message.method === traits.ping.name) this.#pong(message.id);
    else if (this.#state !== 'discarded') this.#held.push(message);
  }

  closed(error: McpError | undefined): void {
    this.ended = { error };
    if (this.#state === 'open' || this.#state === 'settling') this.#listener.closed(error);
    else this.#onEnd?.(error);
  }

  problem(error: McpError): void {
    if (this.#state !== 'discarded') this.#listener.problem(error);
  }

  #pong(id: RequestId): void {
    const sent = this.transport.respond({ jsonrpc: '2.0', id, result: {} });
    sent?.catch((error: McpError) => this.problem(error));
  }

  readonly #release = (): void => {
    const held = this.#held;
    this.#held = [];
    this.#state = 'open';
    for (const message of held) this.#listener.request(message);
  };
}
