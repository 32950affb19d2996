import type { McpError } from '../errors/index.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, RequestId } from '../types/index.js';

/** Where the answer to one call arrives. */
export interface Leg {
  /** The answer: a result or an error. Called once, unless `lost` is. */
  response(message: JsonRpcResponse): void;
  /** No answer will come. Called instead of `response`, once. */
  lost(error: McpError): void;
}

/** Where everything arrives that is no answer to a call, in the order in which it was sent. */
export interface TransportListener {
  /** A notification of the server. */
  notification(message: JsonRpcNotification): void;
  /** A request of the server. The answer goes out through `ClientTransport.respond`. */
  request(message: JsonRpcRequest): void;
  /** The connection is gone, with the reason unless it was closed from this side. Called once. */
  closed(error: McpError | undefined): void;
  /** Something was wrong that ends no call: a line of junk, a stream that has to be opened again. */
  problem(error: McpError): void;
}

/** Carries a client's messages to one server and brings back the answers. */
export interface ClientTransport {
  /** Begins to listen. Called once, before anything is sent. Rejects when the server cannot be reached at all. */
  start(listener: TransportListener): void | Promise<void>;
  /** Sends a request. Never throws: what goes wrong arrives at the leg. */
  request(message: JsonRpcRequest, leg: Leg): void;
  /** Gives up a request; `notice` is the message that tells a server so where there is no other way. Its leg hears nothing more. */
  abandon(id: RequestId, notice: JsonRpcNotification): void;
  /** Sends a notification. Rejects, or throws, when it cannot be sent. A promise means: wait before sending more. */
  notify(message: JsonRpcNotification): void | Promise<void>;
  /** Answers a request of the server. Rejects, or throws, as `notify` does. */
  respond(message: JsonRpcResponse): void | Promise<void>;
  /** Ends the connection. Idempotent; always resolves. Open legs are lost. */
  close(): Promise<void>;
}

/** A connection that carries whole messages as text in both directions: pipes, a socket. What a custom transport implements. */
export interface MessageChannel {
  /** Begins to deliver. Rejects when the other side cannot be reached. */
  start(listener: MessageChannelListener): void | Promise<void>;
  /** Sends one message. A promise means: the buffer is full, wait before sending more. */
  send(text: string): void | Promise<void>;
  /** Idempotent; always resolves. */
  close(): Promise<void>;
}

/** Where everything arrives that a message channel brings. */
export interface MessageChannelListener {
  /** One whole message. */
  message(text: string): void;
  /** The channel is gone, with the reason unless it was closed from this side. Called once. */
  closed(error: McpError | undefined): void;
  /** Something could not be delivered. An error `MESSAGE_TOO_LARGE` whose `data.id` is that of a call ends that call. */
  problem(error: McpError): void;
}
