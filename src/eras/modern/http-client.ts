import { createHttpClient } from '#http-client';
import { McpError } from '../../errors/index.js';
import { type ClientTransport, deliver, type Leg, type TransportListener } from '../../exchange/index.js';
import { classify, type Deadline, deadlines, invalidReason, messageText, PendingCalls } from '../../jsonrpc/index.js';
import { encodeHeaderValue, headerText } from '../../schema/index.js';
import type { HttpClient, ServerSentEvent } from '../../transports/http/ports.js';
import {
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  metaKeys,
  type RequestId,
  traits,
} from '../../types/index.js';
import { eventMessage } from '../event-message.js';
import type { HttpAnswer } from '../http-client-answer.js';
import { closedError, lookCloser } from '../http-client-errors.js';
import { NoticeReader } from '../http-client-notice.js';
import type { HttpTransportOptions } from '../http-client-options.js';
import { AnswerReader, type AnswerSink } from '../http-client-reader.js';
import { HttpSender } from '../http-client-sender.js';
import { headerNames, valueAt } from './headers.js';
import { latestModernVersion } from './version.js';

/** Milliseconds that a stream may stay open after its answer before it is broken off. */
const grace = 2000;

/**
 * Streamable HTTP as the revisions without handshake use it: one POST per message, the answer as JSON or as an event stream
 * whose end is the end of the request. Giving up a request breaks off its POST.
 */
export function modernHttpTransport(
  options: HttpTransportOptions,
  client: HttpClient = createHttpClient(options),
): ClientTransport {
  return new ModernHttpTransport(options, new HttpSender(client, options.headers));
}

class ModernHttpTransport implements ClientTransport {
  readonly #options: HttpTransportOptions;
  readonly #sender: HttpSender;
  /** Calls without an answer. */
  readonly #waiting = new PendingCalls<ModernCall>();
  /** Everything that can be broken off, streams that linger after their answer included. */
  readonly #open = new Set<() => void>();
  #listener: TransportListener | undefined;
  #closed = false;

  constructor(options: HttpTransportOptions, sender: HttpSender) {
    this.#options = options;
    this.#sender = sender;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
  }

  request(message: JsonRpcRequest, leg: Leg): void {
    const { id, method } = message;
    if (this.#closed) {
      leg.lost(closedError(method, false));
      return;
    }
    let body: string;
    try {
      body = messageText(message);
    } catch (error) {
      leg.lost(error as McpError); // as messageText says
      return;
    }
    const call = new ModernCall(message, leg, this.#listener, this.#release);
    this.#waiting.add(id, call);
    this.#open.add(call.stop);
    call.breakOff = this.#sender.send(
      'POST',
      requestHeaders(message, this.#options),
      body,
      new AnswerReader(call, method),
    );
  }

  abandon(id: RequestId): void {
    const call = this.#waiting.take(id);
    if (call === undefined) return;
    call.stop();
    this.#open.delete(call.stop);
  }

  notify(message: JsonRpcNotification): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(closedError(message.method, false));
        return;
      }
      const body = messageText(message);
      let breakOff: (() => void) | undefined;
      const stop = (): void => {
        breakOff?.();
        reject(closedError(message.method, true));
      };
      this.#open.add(stop);
      const reader = new NoticeReader(message.method, (error) => {
        this.#open.delete(stop);
        if (error === undefined) resolve();
        else reject(error);
      });
      breakOff = this.#sender.send('POST', requestHeaders(message, this.#options), body, reader);
    });
  }

  /** Servers of this era send no requests, so there is nothing to answer. */
  respond(): void {}

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const waiting = this.#waiting.takeAll();
    for (const stop of this.#open) stop();
    this.#open.clear();
    this.#sender.close();
    for (const call of waiting) call.leg.lost(closedError(call.method, true));
    this.#listener?.closed(undefined);
  }

  /** Forgets a call: its answer, when that came, and its stream, when that is over. */
  readonly #release = (call: ModernCall, streamIsOver: boolean): void => {
    if (this.#waiting.get(call.id) === call) this.#waiting.take(call.id);
    if (streamIsOver) this.#open.delete(call.stop);
  };
}

/** One request and the stream that is its own. */
class ModernCall implements AnswerSink {
  readonly id: RequestId;
  readonly method: string;
  readonly leg: Leg;
  breakOff: (() => void) | undefined;
  readonly #listener: TransportListener | undefined;
  readonly #release: (call: ModernCall, streamIsOver: boolean) => void;
  #settled = false;
  #lingering: Deadline | undefined;

  constructor(
    message: JsonRpcRequest,
    leg: Leg,
    listener: TransportListener | undefined,
    release: (call: ModernCall, streamIsOver: boolean) => void,
  ) {
    this.id = message.id;
    this.method = message.method;
    this.leg = leg;
    this.#listener = listener;
    this.#release = release;
  }

  /** Breaks off the POST. The leg hears nothing more. */
  readonly stop = (): void => {
    this.#settled = true;
    this.breakOff?.();
  };

  accepted(): void {}

  retry(): void {}

  message(message: unknown, body: string): void {
    if (Array.isArray(message)) this.#invalid('was answered with a JSON array; expected one JSON-RPC response', body);
    else if (classify(message) !== 'response')
      this.#invalid(`was answered with no JSON-RPC response (${invalidReason(message)})`, body);
    else this.#answer(message as JsonRpcResponse, body); // as classified
  }

  event(event: ServerSentEvent): void {
    if (event.data === '' || this.#settled) return;
    const message = eventMessage(event.data, `in the answer to "${this.method}"`, this.#problem);
    if (message === undefined) return;
    if (Array.isArray(message)) {
      this.#invalid('was answered with a JSON array in an event; expected one JSON-RPC message', event.data);
      return;
    }
    if (classify(message) === 'request') {
      const sentence = 'The server sent a request, which this protocol revision has no place for; it is not answered.';
      this.#problem(new McpError('INVALID_RESPONSE', sentence));
      return;
    }
    deliver(message, this.#listener, (response) => {
      this.#answer(response, event.data);
      this.#lingering = deadlines.add(grace, this.#cut);
    });
  }

  ended(answer: HttpAnswer): void {
    if (this.#settled) this.#over();
    else this.#endedEarly(answer.status);
  }

  refused(answer: HttpAnswer): void {
    this.#lookCloser((part) => {
      const error = part.wantsAuthentication(answer) ? undefined : part.errorAnswer(answer.body, this.id);
      if (error === undefined) this.broken(part.statusError(answer, this.method));
      else {
        this.#settle(error);
        this.#release(this, true);
      }
    });
  }

  broken(error: McpError): void {
    if (this.#settled) this.#over();
    else this.#lose(error);
  }

  readonly #problem = (error: McpError): void => this.#listener?.problem(error);

  #answer(response: JsonRpcResponse, body: string): void {
    const { id } = response;
    if (id === this.id || ('error' in response && (id === undefined || id === null))) {
      this.#settle(response);
    } else this.#invalid(`was answered with the id ${JSON.stringify(id)}; expected ${JSON.stringify(this.id)}`, body);
  }

  readonly #cut = (): void => {
    this.breakOff?.();
    this.#release(this, true);
  };

  #over(): void {
    this.#lingering?.cancel();
    this.#release(this, true);
  }

  #settle(response: JsonRpcResponse): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#release(this, false);
    this.leg.response(response);
  }

  #invalid(fault: string, body: string): void {
    if (this.#settled) return;
    this.breakOff?.();
    const answer = { status: 200, headers: new Map(), body };
    this.#lookCloser(({ invalidAnswer }) => this.broken(invalidAnswer(answer, this.method, fault)));
  }

  #endedEarly(status: number): void {
    this.#lookCloser(({ endedEarly }) => this.broken(endedEarly(this.method, status)));
  }

  #lookCloser(look: Parameters<typeof lookCloser>[0]): void {
    lookCloser(look, (error) => this.broken(error));
  }

  #lose(error: McpError): void {
    this.#settled = true;
    this.#release(this, true);
    this.leg.lost(error);
  }
}

/** The headers of a POST, from the message in its body (specification: Streamable HTTP, standard and custom headers). */
function requestHeaders(message: JsonRpcRequest | JsonRpcNotification, options: HttpTransportOptions): string[] {
  const { method, params } = message;
  const meta = params?._meta;
  const named = isJsonObject(meta) ? meta[metaKeys.protocolVersion] : undefined;
  const headers = [
    'Accept',
    'application/json, text/event-stream',
    'Content-Type',
    'application/json',
    headerNames.protocolVersion,
    typeof named === 'string' ? named : latestModernVersion,
    headerNames.method,
    method,
  ];
  const nameParam = options.nameParam(method);
  const name = nameParam === undefined ? undefined : params?.[nameParam];
  if (typeof name === 'string') headers.push(headerNames.name, encodeHeaderValue(name));
  if (method === traits.callTool.name && typeof params?.name === 'string')
    addParamHeaders(headers, params.name, params.arguments, options);
  return headers;
}

function addParamHeaders(headers: string[], tool: string, given: unknown, options: HttpTransportOptions): void {
  const args = isJsonObject(given) ? given : {};
  for (const { header, path } of options.headerParams(tool) ?? []) {
    const text = headerText(valueAt(args, path));
    if (text !== undefined) headers.push(`${headerNames.paramPrefix}${header}`, encodeHeaderValue(text));
  }
}
