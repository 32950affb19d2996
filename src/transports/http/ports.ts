import type { PreparedFrame, RequestHeaders } from '../../exchange/index.js';

/** The head of an inbound HTTP request: what is asked for by name here, anything else through `headers`. */
export interface HttpHead {
  /** Upper case, for example `POST`. */
  readonly method: string;
  /** The path as it came, without the query. */
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
  /** `MCP-Protocol-Version` */
  readonly protocolVersion: string | undefined;
  /** `Mcp-Method` */
  readonly mcpMethod: string | undefined;
  /** `Mcp-Name` */
  readonly mcpName: string | undefined;
  /** `Mcp-Session-Id` */
  readonly sessionId: string | undefined;
  /** The name of a routing header (`MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`, `Mcp-Session-Id`) that came more than once. */
  readonly duplicate: string | undefined;
  readonly headers: RequestHeaders;
}

/** Response headers, as name and value in turn. */
export type HeaderList = readonly string[];

/** Why a body could not be had: too large, or the client went away. */
export type BodyProblem = 'too-large' | 'aborted';

/** One inbound HTTP request with the means to answer it. Each host makes these of its own objects. */
export interface HttpCall {
  readonly head: HttpHead;
  /** The host's own request object. */
  readonly request: unknown;
  /** What a framework parsed before us, if it did. */
  readonly parsedBody: unknown;
  /** True once the client can hear nothing more: it went away, or the answer is complete. */
  readonly closed: boolean;
  /** Reads the whole body as text, up to `limit` bytes. Calls back once. */
  readBody(limit: number, done: (text: string | undefined, problem: BodyProblem | undefined) => void): void;
  /** Sends a whole answer. */
  respond(status: number, headers: HeaderList, body: string | PreparedFrame | undefined): void;
  /** Loads what `openStream` needs; `undefined` where that has been done. */
  prepareStream(): Promise<unknown> | undefined;
  /** Begins an answer of status 200 that stays open as an event stream, with these headers besides. Throws where `prepareStream` has not been done. */
  openStream(headers: HeaderList): EventStream;
  /** Calls `listener` once if the client goes away before the answer is complete. */
  onClose(listener: () => void): void;
}

/** An open stream of server-sent events. Events written in one turn of the event loop travel in one write, the first at once. */
export interface EventStream {
  readonly closed: boolean;
  /** Sends a message event, with an `id` only where one is given. A promise means: the buffer is full, wait. */
  event(data: string | PreparedFrame, id?: string): void | Promise<void>;
  /** Sends a comment, which no client takes for an event: it keeps idle connections open. */
  comment(): void;
  /** Sends what is pending and ends the response. */
  end(): void;
}

/** The headers of an answer, read when they are asked for. Names are lower case; several of one name are one value. */
export interface AnswerHeaders {
  get(name: string): string | undefined;
  /** All of them. */
  entries(): Iterable<readonly [name: string, value: string]>;
}

/** One HTTP answer as a client sees it: either a whole body, or a stream of events. */
export interface HttpResponseListener {
  /** The status and headers. Decide here by returning how to read the body. */
  head(status: number, headers: AnswerHeaders): 'text' | 'events' | 'ignore';
  /** The whole body, when `head` said `text`. */
  text(body: string): void;
  /** One event, when `head` said `events`. */
  event(event: ServerSentEvent): void;
  /** The server asked for another pause before reconnecting, in milliseconds. */
  retry(milliseconds: number): void;
  /** The answer has come to its regular end. Called once, unless `failed` is. */
  end(): void;
  /** The answer broke off, or never came. Called once. */
  failed(error: HttpFailure): void;
}

/** One event of a stream, as it came. */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/** Why an answer broke off. `sent`: whether the request may have reached the server. */
export interface HttpFailure {
  readonly kind: 'network' | 'aborted' | 'too-large' | 'redirect';
  readonly message: string;
  readonly sent: boolean;
  readonly cause: unknown;
}

/** An outbound HTTP request. */
export interface HttpRequestOptions {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** Sends HTTP requests to one URL. */
export interface HttpClient {
  /** Sends a request and tells the listener what comes back. Returns the function that breaks it off; after that the listener hears nothing. */
  send(request: HttpRequestOptions, listener: HttpResponseListener): () => void;
  /** Releases idle connections. */
  close(): void;
}

/** A `fetch` function: the platform's, or one that a user gives to add headers, a proxy or retries. */
export type FetchFunction = (input: string, init: RequestInit) => Promise<Response>;

/** Options of the HTTP client legs. */
export interface HttpClientOptions {
  readonly url: URL;
  /** Used instead of the platform's own when given. */
  readonly fetch?: FetchFunction | undefined;
  /** Bytes. A whole body or one event over this fails its request only. */
  readonly maxMessageBytes: number;
}
