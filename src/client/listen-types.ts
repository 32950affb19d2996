import type { ReconnectionOptions } from '../eras/index.js';
import type { Meta, RequestId, SubscriptionFilter } from '../types/index.js';

/** Something that has changed on the server. */
export type Change =
  | { readonly type: 'toolsListChanged' | 'promptsListChanged' | 'resourcesListChanged' }
  | { readonly type: 'resourceUpdated'; readonly uri: string }
  | {
      /** Changes may have been missed: everything that is kept of the server has to be fetched anew. */
      readonly type: 'refetch';
      /** `reconnected`: the stream was lost and is open again. `overflow`: nobody read, and too much was waiting. */
      readonly reason: 'reconnected' | 'overflow';
    };

/** What `client.listen()` takes besides the filter. */
export interface ListenOptions {
  /** Milliseconds to wait for the acknowledgment, each time the stream is opened. The client's `timeout` (60,000) by default. */
  readonly timeout?: number | undefined;
  /** Closes the subscription when it aborts; before the acknowledgment the call rejects with `REQUEST_CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The pauses before a lost stream is opened again: 1,000 ms at first, growing by half up to 30,000, without a limit of attempts; a
   * pause is between half of that and all of it. They begin anew once a change has arrived. `false` does not open it again.
   */
  readonly reconnect?: Partial<ReconnectionOptions> | false | undefined;
  /** How many changes may wait to be read; 1,024 by default. A further one is dropped with all that wait, for one `refetch`. */
  readonly maxBacklog?: number | undefined;
  /** Members for the request's `_meta`. */
  readonly meta?: Meta | undefined;
}

/**
 * A subscription to changes of a server: iterate over it to hear of them, each once while it waits to be read.
 *
 * Iteration ends with `close()` (also of the client), with a `break`, and where `reconnect` is `false` when the server ends the
 * stream. It throws the reason when the server can no longer be reached or refuses to listen again.
 */
export interface Subscription extends AsyncIterable<Change>, AsyncDisposable {
  /** What of the filter the server honours; that of the latest acknowledgment. Compare it with what was asked for. */
  readonly acknowledged: SubscriptionFilter;
  /** The id of the listen request, which is that of the subscription. Changes with each new stream; `undefined` where the revision has no streams. */
  readonly subscriptionId: RequestId | undefined;
  /** Whether no further change will come. */
  readonly closed: boolean;
  [Symbol.asyncIterator](): AsyncIterableIterator<Change>;
  /** Tells the server that nobody listens any more. Idempotent; always resolves. */
  close(): Promise<void>;
}
