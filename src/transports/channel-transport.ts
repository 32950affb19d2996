import { ConnectionError, McpError } from '../errors/index.js';
import {
  type ClientTransport,
  deliver,
  type Leg,
  type MessageChannel,
  type TransportListener,
  unreadableMessage,
} from '../exchange/index.js';
import { messageText, PendingCalls, readableId } from '../jsonrpc/index.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, RequestId } from '../types/index.js';

/** Carries a client's messages over a channel of whole text messages: pipes to a child process, a socket, a custom transport. */
export function channelTransport(channel: MessageChannel): ClientTransport {
  return new ChannelTransport(channel);
}

class ChannelTransport implements ClientTransport {
  readonly #channel: MessageChannel;
  readonly #router: LegRouter;

  constructor(channel: MessageChannel) {
    this.#channel = channel;
    this.#router = new LegRouter();
  }

  start(listener: TransportListener): void | Promise<void> {
    this.#router.listener = listener;
    return this.#channel.start({
      message: (text) => this.#receive(text),
      closed: (error) => this.#router.close(error),
      problem: (error) => this.#problem(error),
    });
  }

  request(message: JsonRpcRequest, leg: Leg): void {
    if (!this.#router.add(message.id, leg)) return;
    let sent: void | Promise<void>;
    try {
      sent = this.#channel.send(messageText(message));
    } catch (cause) {
      this.#router.lose(message.id, unsent(message.method, cause));
      return;
    }
    sent?.catch((cause: unknown) => this.#router.lose(message.id, unsent(message.method, cause)));
  }

  abandon(id: RequestId, notice: JsonRpcNotification): void {
    if (this.#router.forget(id)) this.#quietly(notice);
  }

  notify(message: JsonRpcNotification): void | Promise<void> {
    return this.#channel.send(messageText(message));
  }

  respond(message: JsonRpcResponse): void | Promise<void> {
    return this.#channel.send(messageText(message));
  }

  async close(): Promise<void> {
    this.#router.close(undefined);
    await this.#channel.close();
  }

  #quietly(message: JsonRpcNotification): void {
    try {
      const sent = this.#channel.send(messageText(message));
      sent?.catch(() => {});
    } catch {
      // The connection is gone, and with it the request that was to be given up.
    }
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#router.junk(text);
      return;
    }
    this.#router.receive(message);
  }

  /** An answer over the size limit loses its own request only, when it can be told which. */
  #problem(error: McpError): void {
    const id = readableId(error.data);
    if (error.code === 'MESSAGE_TOO_LARGE' && id !== undefined && this.#router.lose(id, error)) return;
    this.#router.listener?.problem(error);
  }
}

/** Takes each inbound message to the leg or the listener that waits for it. */
export class LegRouter {
  readonly #legs = new PendingCalls<Leg>();
  listener: TransportListener | undefined;
  #closed = false;
  #junkReported = false;

  /** Registers a leg; on a closed connection the leg is lost at once. */
  add(id: RequestId, leg: Leg): boolean {
    if (this.#closed) {
      leg.lost(new ConnectionError('CONNECTION_CLOSED', 'The connection is closed.', { mayHaveRun: false }));
      return false;
    }
    this.#legs.add(id, leg);
    return true;
  }

  forget(id: RequestId): boolean {
    return this.#legs.take(id) !== undefined;
  }

  lose(id: RequestId, error: McpError): boolean {
    const leg = this.#legs.take(id);
    leg?.lost(error);
    return leg !== undefined;
  }

  receive(message: unknown): void {
    deliver(message, this.listener, this.#respond);
  }

  /** Reports the first line that is no JSON; later ones only repeat the news. */
  junk(text: string): void {
    if (this.#junkReported) return;
    this.#junkReported = true;
    const excerpt = JSON.stringify(text.slice(0, 120));
    this.listener?.problem(
      new McpError(
        'INVALID_RESPONSE',
        `The server wrote something that is no JSON to the wire: ${excerpt}. Further lines like it are skipped silently.`,
      ),
    );
  }

  close(error: McpError | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const leg of this.#legs.takeAll()) {
      leg.lost(
        error ??
          new ConnectionError('CONNECTION_CLOSED', 'The connection was closed before the answer came.', {
            mayHaveRun: true,
          }),
      );
    }
    this.listener?.closed(error);
  }

  readonly #respond = (message: JsonRpcResponse): void => {
    const id = message.id;
    const leg = id === undefined || id === null ? undefined : this.#legs.take(id);
    if (leg !== undefined) leg.response(message);
    else if ('error' in message && (id === undefined || id === null))
      this.listener?.problem(unreadableMessage(message));
  };
}

function unsent(method: string, cause: unknown): McpError {
  if (McpError.is(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ConnectionError(
    'CONNECTION_LOST',
    `"${method}" could not be sent: ${reason}`,
    { mayHaveRun: false },
    { cause },
  );
}
