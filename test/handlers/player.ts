import type { Logger, Served } from 'parley-mcp';
import { connectable } from '../../src/exchange/index.js';
import type { JsonRpcMessage } from '../../src/types/index.js';

export type Json = { [key: string]: unknown };

/** Everything that a client may be asked. */
export const everything: Json = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

export const accept = (content: Json): Json => ({ action: 'accept', content });
export const decline: Json = { action: 'decline' };
export const cancel: Json = { action: 'cancel' };

/** How a test names a question: the message of a form or page, otherwise the method. */
export function nameOf({ method, params }: Json): string {
  const message = (params as Json | undefined)?.message;
  return typeof message === 'string' ? message : String(method);
}

/** Answers a question by its name. */
export type Answers = Json | ((name: string, request: Json) => unknown);

export function answerFrom(answers: Answers, request: Json): unknown {
  const name = nameOf(request);
  const given = typeof answers === 'function' ? answers(name, request) : answers[name];
  if (given === undefined) throw new Error(`The test has no answer to ${name}`);
  return given;
}

type Target = Served & {
  [connectable](client: {
    receive(message: JsonRpcMessage): void;
    closed(): void;
  }): Promise<{ receive(message: JsonRpcMessage): void; close(): void }>;
};

/** A raw connection in memory: requests by hand, messages of the server in a list. */
export class Wire {
  readonly received: Json[] = [];
  readonly #waiting = new Map<unknown, (message: Json) => void>();
  readonly #server: Promise<{ receive(message: JsonRpcMessage): void; close(): void }>;
  onRequest: (request: Json) => void = () => {};
  #lastId = 0;

  constructor(server: unknown) {
    this.#server = (server as Target)[connectable]({
      receive: (message) => this.#take(message as unknown as Json),
      closed: () => {},
    });
  }

  #take(message: Json): void {
    this.received.push(message);
    if (typeof message.method !== 'string') this.#waiting.get(message.id)?.(message);
    else if (message.id !== undefined) this.onRequest(message);
  }

  async send(message: Json): Promise<void> {
    (await this.#server).receive(message as unknown as JsonRpcMessage);
  }

  /** Sends a request, and gives its id at once and its answer later. */
  start(method: string, params: Json): { id: number; answer: Promise<Json> } {
    const id = ++this.#lastId;
    const answer = new Promise<Json>((resolve) => this.#waiting.set(id, resolve));
    void this.send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  async close(): Promise<void> {
    (await this.#server).close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export const modernMeta = (capabilities: Json): Json => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** One modern request and its answer. */
export async function modernCall(
  server: unknown,
  method: string,
  params: Json,
  capabilities: Json = everything,
): Promise<Json> {
  await using wire = new Wire(server);
  return await wire.start(method, { ...params, _meta: modernMeta(capabilities) }).answer;
}

/** What a call came to: the questions of each round by name, and its end. */
export interface Played {
  readonly rounds: string[][];
  readonly result: Json;
  readonly error: Json | undefined;
  /** The first text of a tool's result. */
  readonly text: string | undefined;
}

export interface PlayOptions {
  readonly capabilities?: Json;
  /** Which server gets a round; always the first by default. */
  readonly at?: (round: number) => unknown;
  readonly maxRounds?: number;
  /** Sees each request before it is sent. */
  readonly sending?: (params: Json, round: number) => void;
}

/** Makes a call on the modern revision, with a retry for every round, until it ends. */
export async function play(
  server: unknown,
  method: string,
  params: Json,
  answers: Answers = {},
  options: PlayOptions = {},
): Promise<Played> {
  const rounds: string[][] = [];
  let sent = params;
  for (let round = 0; round < (options.maxRounds ?? 20); round++) {
    options.sending?.(sent, round);
    const message = await modernCall(options.at?.(round) ?? server, method, sent, options.capabilities);
    const result = (message.result ?? {}) as Json;
    if (result.resultType !== 'input_required') return played(rounds, message);
    const requests = (result.inputRequests ?? {}) as { [key: string]: Json };
    rounds.push(Object.values(requests).map(nameOf));
    const inputResponses = Object.fromEntries(
      Object.entries(requests).map(([key, request]) => [key, answerFrom(answers, request)]),
    );
    sent = { ...params, inputResponses };
    if (result.requestState !== undefined) sent.requestState = result.requestState;
  }
  throw new Error('The call does not end');
}

/** Calls a tool on the modern revision. */
export const playTool = (server: unknown, name: string, args: Json, answers?: Answers, options?: PlayOptions) =>
  play(server, 'tools/call', { name, arguments: args }, answers, options);

function played(rounds: string[][], message: Json): Played {
  const result = (message.result ?? {}) as Json;
  return { rounds, result, error: message.error as Json | undefined, text: textOf(result) };
}

export function textOf(result: Json): string | undefined {
  const [first] = (result.content ?? []) as { text?: string }[];
  return first?.text;
}

/** A connection with a handshake, whose questions are answered as they come. */
export async function legacyWire(
  server: unknown,
  answers: Answers = {},
  { version = '2025-11-25', capabilities = everything }: { version?: string; capabilities?: Json } = {},
) {
  const wire = new Wire(server);
  const asked: string[] = [];
  wire.onRequest = (request) => {
    asked.push(nameOf(request));
    const given = answerFrom(answers, request);
    if (given !== silence) void wire.send({ jsonrpc: '2.0', id: request.id, result: given });
  };
  const clientInfo = { name: 'raw', version: '1' };
  await wire.start('initialize', { protocolVersion: version, capabilities, clientInfo }).answer;
  await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    wire,
    asked,
    async call(method: string, params: Json): Promise<Played> {
      const before = asked.length;
      const message = await wire.start(method, params).answer;
      return played(
        asked.slice(before).map((name) => [name]),
        message,
      );
    },
    tool(name: string, args: Json = {}): Promise<Played> {
      return this.call('tools/call', { name, arguments: args });
    },
    [Symbol.asyncDispose]: () => wire.close(),
  };
}

/** The answer of a client that says nothing. */
export const silence = { silence: true };

/** Keeps what a server logs. */
export class Log implements Logger {
  readonly lines: { level: string; message: string; error: unknown }[] = [];
  debug = (message: string, error?: unknown) => this.#add('debug', message, error);
  info = (message: string, error?: unknown) => this.#add('info', message, error);
  warn = (message: string, error?: unknown) => this.#add('warn', message, error);
  error = (message: string, error?: unknown) => this.#add('error', message, error);

  #add(level: string, message: string, error: unknown): void {
    this.lines.push({ level, message, error });
  }

  /** The errors that were logged, as text. */
  get errors(): string[] {
    return this.lines
      .filter(({ level }) => level === 'error')
      .map(({ message, error }) => (error instanceof Error ? error.message : message));
  }

  get warnings(): string[] {
    return this.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
  }
}
