import { PassThrough } from 'node:stream';
import type { Served } from 'parley-mcp';
import { createHttpHandler, type HttpOptions } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { type Answers, answerFrom, type Json, modernMeta, nameOf, Wire } from './player.js';

/** The ways that a server is reached in these tests. */
export const carriers = ['memory', 'stdio', 'http', 'stateless', 'jsonResponse'] as const;
export type CarrierName = (typeof carriers)[number];
export const versions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Version = (typeof versions)[number];

/** A client of one revision behind one carrier. */
export interface Carrier extends AsyncDisposable {
  /** The questions that came as requests of the server. */
  readonly asked: string[];
  /** Sends one request, answers what the server asks meanwhile, and gives the answer. */
  call(method: string, params: Json): Promise<Json>;
}

const clientInfo = { name: 'raw', version: '1' };

export async function carry(
  name: CarrierName,
  server: Served,
  version: Version,
  capabilities: Json,
  answers: Answers,
): Promise<Carrier> {
  const modern = version === '2026-07-28';
  const prepared = (params: Json): Json => (modern ? { ...params, _meta: modernMeta(capabilities) } : params);
  const opening = { protocolVersion: version, capabilities, clientInfo };
  if (name === 'memory' || name === 'stdio') {
    const wire = name === 'memory' ? new Wire(server) : await stdioWire(server);
    const asked: string[] = [];
    wire.onRequest = (request) => {
      asked.push(nameOf(request));
      void wire.send({ jsonrpc: '2.0', id: request.id, result: answerFrom(answers, request) });
    };
    if (!modern) await wire.start('initialize', opening).answer;
    return {
      asked,
      call: (method, params) => wire.start(method, prepared(params)).answer,
      [Symbol.asyncDispose]: () => wire.close(),
    };
  }
  const http = new RawHttp(server, name === 'http' ? {} : { [name]: true }, version, answers);
  if (!modern) await http.call('initialize', opening);
  return {
    asked: http.asked,
    call: (method, params) => http.call(method, prepared(params)),
    [Symbol.asyncDispose]: () => http.close(),
  };
}

/** A wire whose messages are lines of text. */
async function stdioWire(server: Served): Promise<Wire> {
  const stdin = new PassThrough();
  const stdout = new PassThrough().setEncoding('utf8');
  const serving = await serveStdio(server, { stdin, stdout });
  const target = (client: { receive(message: unknown): void }) => {
    let rest = '';
    stdout.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) client.receive(JSON.parse(line));
    });
    return {
      receive: (message: unknown) => void stdin.write(`${JSON.stringify(message)}\n`),
      close: () => void serving.close(),
    };
  };
  return new Wire({ [Symbol.for('parley-mcp.connectable')]: target });
}

class RawHttp {
  readonly asked: string[] = [];
  readonly #handler: ReturnType<typeof createHttpHandler>;
  readonly #version: Version;
  readonly #answers: Answers;
  #session: string | null = null;
  #lastId = 0;

  constructor(server: Served, options: HttpOptions, version: Version, answers: Answers) {
    this.#handler = createHttpHandler(server, options);
    this.#version = version;
    this.#answers = answers;
  }

  async call(method: string, params: Json): Promise<Json> {
    const id = ++this.#lastId;
    const response = await this.#post({ jsonrpc: '2.0', id, method, params }, method, params.name ?? params.uri);
    this.#session ??= response.headers.get('mcp-session-id');
    if (response.headers.get('content-type')?.includes('event-stream') !== true) return await response.json();
    for await (const message of events(response)) {
      if (typeof message.method !== 'string') return message;
      if (message.id === undefined) continue;
      this.asked.push(nameOf(message));
      await this.#post({ jsonrpc: '2.0', id: message.id, result: answerFrom(this.#answers, message) });
    }
    throw new Error('The stream ended without an answer');
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  #post(message: Json, method?: string, name?: unknown): Promise<Response> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': this.#version,
    };
    if (this.#session !== null) headers['mcp-session-id'] = this.#session;
    if (this.#version === '2026-07-28' && method !== undefined) headers['mcp-method'] = method;
    if (this.#version === '2026-07-28' && name !== undefined) headers['mcp-name'] = String(name);
    return this.#handler.fetch(
      new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(message) }),
    );
  }
}

async function* events(response: Response): AsyncGenerator<Json> {
  let rest = '';
  if (response.body === null) return;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined) yield JSON.parse(data.slice(5));
    }
  }
}
