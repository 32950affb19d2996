import { Client, type ClientOptions, type Served } from 'parley-mcp';
import { serveHttp } from 'parley-mcp/node';
import { createHttpHandler, type HttpOptions } from 'parley-mcp/server';
import { serveStdio } from 'parley-mcp/stdio';
import { expect } from 'vitest';
import { WireRecorder } from '../wire/recorder.js';
import { recordingFetch } from '../wire/recording-fetch.js';
import { Logbook } from './logbook.js';
import type { Cell } from './matrix.js';
import { pipePair, tapServer } from './wires.js';

export { Logbook } from './logbook.js';
export { type Cell, cell, eras, legacy, matrix, revisions, title, transports } from './matrix.js';

export interface ConnectOptions extends ClientOptions {
  readonly http?: HttpOptions;
  /** Whether the oracle may find fault with what was sent: for tests that send what is wrong on purpose. */
  readonly lenient?: boolean;
}

/** Anything that `Client.connect` and the hosts can serve. */
export type Target = Served & Parameters<typeof Client.connect>[0] & AsyncDisposable;

/** A client that is joined to a server. Leaving it closes both and asks the oracle about all that was on the wire. */
export interface Joined extends AsyncDisposable {
  readonly client: Client;
  readonly recorder: WireRecorder;
  /** What the client logged. */
  readonly log: Logbook;
  /** Where the server is, over `http`. */
  readonly url: string | undefined;
}

interface Link {
  readonly client: Client;
  readonly url?: string;
  close(): Promise<void>;
}

/** Joins a client to `server` as a cell of the matrix says. */
export async function join(cell: Cell, server: Target, options: ConnectOptions = {}): Promise<Joined> {
  const { http = {}, lenient = false, ...given } = options;
  const recorder = new WireRecorder();
  const log = new Logbook();
  const link = await open(cell, server, { mode: cell.revision, logger: log, ...given }, http, recorder);
  return {
    client: link.client,
    recorder,
    log,
    url: link.url,
    async [Symbol.asyncDispose]() {
      await link.client.close();
      await link.close();
      await server[Symbol.asyncDispose]();
      if (lenient) return;
      if (cell.transport !== 'memory' && cell.transport !== 'serialised') expect(recorder.size).toBeGreaterThan(0);
      expect(recorder.problems()).toEqual([]);
    },
  };
}

function open(
  cell: Cell,
  server: Target,
  client: ClientOptions,
  http: HttpOptions,
  recorder: WireRecorder,
): Promise<Link> {
  switch (cell.transport) {
    case 'memory':
    case 'serialised':
      return inMemory(server, { ...client, serialise: cell.transport === 'serialised' });
    case 'stdio':
      return overPipes(server, client, recorder);
    case 'fetch':
      return throughFetch(server, client, http, recorder);
    default:
      return overSockets(server, client, http, recorder);
  }
}

async function inMemory(server: Target, options: ClientOptions): Promise<Link> {
  return { client: await Client.connect(server, options), close: async () => {} };
}

async function overPipes(server: Target, options: ClientOptions, recorder: WireRecorder): Promise<Link> {
  const { stdin, stdout, channel } = pipePair(recorder);
  const serving = await serveStdio(server, { stdin, stdout });
  return { client: await Client.connect(channel, options), close: () => serving.close() };
}

async function throughFetch(
  server: Target,
  options: ClientOptions,
  http: HttpOptions,
  recorder: WireRecorder,
): Promise<Link> {
  const handler = createHttpHandler(server, http);
  const fetch = recordingFetch(recorder, (input, init) => handler.fetch(new Request(input, init)));
  return {
    client: await Client.connect('http://localhost/mcp', { ...options, fetch: (url, init) => fetch(url, init) }),
    close: () => handler.close(),
  };
}

async function overSockets(
  server: Target,
  options: ClientOptions,
  http: HttpOptions,
  recorder: WireRecorder,
): Promise<Link> {
  const serving = await serveHttp(server, { ...http, port: 0, handleSignals: false });
  tapServer(serving.httpServer, recorder);
  return { client: await Client.connect(serving.url, options), url: serving.url, close: () => serving.close() };
}
