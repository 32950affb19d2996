import { ConnectionError, McpError } from '../errors/index.js';
import type { Leg } from '../exchange/index.js';
import { type Deadline, deadlines } from '../jsonrpc/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcResponse,
  type RequestId,
  type SubscriptionFilter,
  traits,
} from '../types/index.js';
import type { Connection } from './connection.js';
import type { ListenRouter, StreamLeg } from './listen-router.js';
import type { Change } from './listen-types.js';

/** What hears of one stream. */
export interface AttemptListener {
  streamOpened(acknowledged: SubscriptionFilter): void;
  streamChanged(change: Change): void;
  /** The stream is over: ended by the server when there is no error. Called once, unless `abandon` was. */
  streamOver(error: McpError | undefined): void;
}

const lists = new Map<string, Change>([
  [traits.toolListChanged.name, { type: 'toolsListChanged' }],
  [traits.promptListChanged.name, { type: 'promptsListChanged' }],
  [traits.resourceListChanged.name, { type: 'resourcesListChanged' }],
]);

/** One listen request, from its sending to the end of its stream. */
export class ListenAttempt implements Leg, StreamLeg {
  readonly #connection: Connection;
  readonly #router: ListenRouter;
  readonly #listener: AttemptListener;
  #id: RequestId | undefined;
  #state: 'sent' | 'open' | 'over' = 'sent';
  #limit: Deadline | undefined;

  constructor(connection: Connection, router: ListenRouter, listener: AttemptListener) {
    this.#connection = connection;
    this.#router = router;
    this.#listener = listener;
  }

  /** The id of the request, which is that of the subscription. */
  get id(): RequestId | undefined {
    return this.#id;
  }

  /** Sends the request. What is wrong with that is told to the listener, like everything else. */
  send(params: JsonObject, timeout: number): void {
    this.#limit = deadlines.add(timeout, () => this.#expired(timeout));
    try {
      this.#connection.open(traits.listen.name, params, (id) => {
        this.#id = id;
        this.#router.add(id, this);
        return this;
      });
    } catch (error) {
      this.#end(
        McpError.is(error)
          ? error
          : new McpError('CONNECTION_LOST', `"${traits.listen.name}" could not be sent.`, undefined, { cause: error }),
      );
    }
  }

  /** Gives the stream up: the server is told, the listener hears nothing more. */
  abandon(reason: string): void {
    if (!this.#finish() || this.#id === undefined) return;
    const { transport, codec } = this.#connection;
    transport.abandon(this.#id, codec.cancelNotice(this.#id, reason));
  }

  notification({ method, params = {} }: JsonRpcNotification): void {
    if (method === traits.subscriptionsAcknowledged.name) this.#acknowledge(params.notifications);
    else if (method === traits.resourceUpdated.name) {
      if (typeof params.uri === 'string') this.#listener.streamChanged({ type: 'resourceUpdated', uri: params.uri });
    } else {
      const change = lists.get(method);
      if (change !== undefined) this.#listener.streamChanged(change);
    }
  }

  /** The server says that the stream is over; whether its result follows or not is all the same. */
  cancelled(): void {
    this.#end(this.#state === 'open' ? undefined : endedEarly());
  }

  response(message: JsonRpcResponse): void {
    if ('error' in message) this.#end(new McpError(message.error.code, message.error.message, message.error.data));
    else this.#end(this.#state === 'open' ? undefined : endedEarly());
  }

  lost(error: McpError): void {
    this.#end(error);
  }

  #acknowledge(filter: unknown): void {
    if (this.#state !== 'sent') return;
    this.#state = 'open';
    this.#limit?.cancel();
    this.#listener.streamOpened(isJsonObject(filter) ? filter : {});
  }

  #expired(milliseconds: number): void {
    const sentence = `"${traits.listen.name}" was not acknowledged within ${milliseconds} ms (option timeout); it was given up.`;
    this.abandon(`Timed out after ${milliseconds} ms`);
    this.#listener.streamOver(new ConnectionError('REQUEST_TIMEOUT', sentence, { mayHaveRun: true }));
  }

  #end(error: McpError | undefined): void {
    if (this.#finish()) this.#listener.streamOver(error);
  }

  #finish(): boolean {
    if (this.#state === 'over') return false;
    this.#state = 'over';
    this.#limit?.cancel();
    if (this.#id !== undefined) this.#router.remove(this.#id);
    return true;
  }
}

function endedEarly(): McpError {
  return new ConnectionError(
    'CONNECTION_LOST',
    `The server ended "${traits.listen.name}" before it had acknowledged it.`,
    {
      mayHaveRun: true,
    },
  );
}
