import type { AuthInfo } from '../../exchange/index.js';
import type { HttpCall } from '../../transports/http/index.js';
import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../../types/index.js';

/** Takes in what clients that open with a handshake send over HTTP. */
export interface HttpMessages {
  request(message: JsonRpcRequest, call: HttpCall, auth: AuthInfo | undefined): void;
  notification(message: JsonRpcNotification, call: HttpCall, auth: AuthInfo | undefined): void;
  /** The client's answer to a request of the server. */
  response(message: JsonRpcResponse, call: HttpCall, auth: AuthInfo | undefined): void;
  /** Several messages in one array. */
  batch(messages: readonly unknown[], call: HttpCall, auth: AuthInfo | undefined): void;
  /** Opens the stream for what no request asked for. */
  get(call: HttpCall, auth: AuthInfo | undefined): void;
  /** Ends a session. */
  delete(call: HttpCall, auth: AuthInfo | undefined): void;
  /** Ends everything that is open. */
  close(): void;
}
