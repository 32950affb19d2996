import type { McpError } from '../errors/index.js';
import type { JsonObject, JsonRpcErrorObject, RequestId } from '../types/index.js';

/** What the code outside `eras/` may ask of a protocol revision. */
export interface Abilities {
  /** The revision's name, as `ctx.protocolVersion` shows it. Never compared outside `eras/`. */
  readonly protocolVersion: string;
  /** Whether structured output has to be a JSON object; other values are wrapped as `{ result }`. */
  readonly objectRoots: boolean;
  /** Whether the server keeps a connection with its client, so that it may send what nobody asked for. */
  readonly connected: boolean;
  /** Whether the revision knows this method. Methods that no revision defines are known to all. */
  serves(method: string): boolean;
}

/** Encoded JSON-RPC text, or text whose end is already UTF-8: a result that is sent to many is encoded once. */
export type Frame = string | PreparedFrame;

/** A frame in two parts: `head` differs from call to call, `tail` is shared between calls. */
export interface PreparedFrame {
  readonly head: string;
  readonly tail: Uint8Array;
}

/** A notification for many subscribers: the same for each, but for the id of the subscription. One object for all, so that it is encoded once. */
export interface Announcement {
  readonly method: string;
  readonly params: JsonObject | undefined;
  /** Its text on the stream that request `id` opened. */
  textFor(id: RequestId): string;
  /** The same as the params of an object. */
  paramsFor(id: RequestId): JsonObject;
}

/** Turns plain results, errors and params into what one revision puts on a wire, as text and as objects. */
export interface Codec {
  encodeResult(id: RequestId, method: string, result: JsonObject): Frame;
  encodeError(id: RequestId | undefined, error: McpError): string;
  encodeNotification(method: string, params: JsonObject | undefined): string;
  encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string;
  /** The result as this revision's peer may see it. May be, or share parts with, the argument. */
  resultObject(method: string, result: JsonObject): JsonObject;
  errorObject(error: McpError): JsonRpcErrorObject;
  paramsObject(method: string, params: JsonObject | undefined): JsonObject | undefined;
}

/** Where the text of one exchange goes. One implementation for each transport; it knows no method and no era. */
export interface FrameWriter {
  /** True once the other side can hear nothing more. */
  readonly closed: boolean;
  /** Sends a message that precedes the answer. A promise means: the buffer is full, wait before sending more. */
  send(text: string): void | Promise<void>;
  /** Sends the result, and ends. */
  finish(frame: Frame): void;
  /** Sends an error with its JSON-RPC number, and ends. */
  refuse(text: string, code: number): void;
  /** Ends without an answer. */
  abandon(): void;
  /** Calls `listener` once if the other side goes away before the end. */
  onClose(listener: () => void): void;
}

/** How one exchange is answered, in objects. */
export interface Reply {
  readonly closed: boolean;
  notify(method: string, params: JsonObject | undefined): void | Promise<void>;
  /** Sends an announcement on the stream that this exchange opened. */
  announce(announcement: Announcement): void | Promise<void>;
  /** Sends a request on the stream of this exchange, for connections that can carry one. */
  request(id: RequestId, method: string, params: JsonObject | undefined): void | Promise<void>;
  result(result: JsonObject): void;
  fail(error: McpError): void;
  /** Ends without an answer: the client has cancelled and expects none. */
  abandon(): void;
  onClose(listener: () => void): void;
}

/** How messages leave on a connection that both sides keep open: as lines of text, or as objects in memory. */
export interface Outlet {
  reply(codec: Codec, id: RequestId, method: string): Reply;
  notify(codec: Codec, method: string, params: JsonObject | undefined): void | Promise<void>;
  request(codec: Codec, id: RequestId, method: string, params: JsonObject | undefined): void | Promise<void>;
  refuse(codec: Codec, id: RequestId | undefined, error: McpError): void;
}

/** The headers of an HTTP request. Names are case-insensitive. Header values are claims of the caller, never an identity. */
export interface RequestHeaders {
  /** The value, or `undefined`. Values of a header that came several times are joined with `, `. */
  get(name: string): string | undefined;
  has(name: string): boolean;
  /** All headers. Names come in lower case. */
  [Symbol.iterator](): Iterator<[name: string, value: string]>;
}

/** Who is calling, as an access token proved it. */
export interface AuthInfo {
  /** The access token itself. */
  readonly token: string;
  /** The OAuth client that the token was given to. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Seconds since the epoch. A stream of changes ends then. */
  readonly expiresAt?: number | undefined;
  /** Who gave the token (`iss`). */
  readonly issuer?: string | undefined;
  /** On whose behalf the client acts (`sub`). */
  readonly subject?: string | undefined;
  /** What the token is for (`aud`). */
  readonly resource?: string | undefined;
  /** What else the token says. */
  readonly claims?: JsonObject | undefined;
}

/** Runs a callback at the end of the current turn of the event loop, after pending microtasks where the platform can. */
export type Schedule = (callback: () => void) => void;
