import { type ClientFacts, type EraTransports, type Negotiated, negotiate } from '../eras/index.js';
import { loadPart, McpError } from '../errors/index.js';
import { type JsonRpcNotification, type Logger, traits } from '../types/index.js';
import { CachePart } from './cache-part.js';
import { checkedCount, checkedSpan } from './call-options.js';
import type { ClientOptions } from './client-options.js';
import { Connection } from './connection.js';
import { type ClientEvents, Emitter } from './events.js';
import { httpTransports } from './http-target.js';
import { defaultClientInfo } from './identity.js';
import { Inbox } from './inbox.js';
import { QuestionPart } from './question-part.js';
import type { ClientShortcut } from './shortcut.js';
import { type ClientTarget, checkedUrl } from './target.js';
import { ToolBook } from './tool-book.js';
import { ToolCaller } from './tool-caller.js';
import { watchedHeaders } from './watched-headers.js';

/** All that a client is made of once it is connected. */
export interface Connected {
  readonly connection: Connection;
  readonly cache: CachePart;
  readonly inbox: Inbox;
  readonly events: Emitter<ClientEvents>;
  readonly caller: ToolCaller;
  readonly negotiated: Negotiated;
  readonly maxPages: number;
}

const defaultMaxPages = 1_000;
const defaultMaxRounds = 10;
const defaultMaxMessageBytes = 64 * 1024 * 1024;

/** Opens the target, agrees on a revision, and puts a client's parts together. */
export async function connect(target: ClientTarget, options: ClientOptions): Promise<Connected> {
  const { timeout, connectTimeout, probeTimeout } = spans(options);
  const maxPages = checkedCount('maxPages', options.maxPages ?? defaultMaxPages);
  const logger = options.logger ?? consoleLogger;
  const { cache: keep = true } = options;
  if (typeof keep !== 'boolean')
    throw new McpError('INVALID_OPTION', `cache has to be true or false; received ${String(keep)}.`);
  const questions = new QuestionPart(options);
  const maxRounds = checkedCount('inputRequiredMaxRounds', options.inputRequiredMaxRounds ?? defaultMaxRounds);
  const facts: ClientFacts = {
    clientInfo: options.clientInfo ?? defaultClientInfo,
    clientCapabilities: questions.capabilities,
  };
  const events = new Emitter<ClientEvents>(logger);
  const book = new ToolBook(logger, options.validateOutput ?? 'error');
  events.on('toolListChanged', () => book.outdate());
  let cache: CachePart | undefined;
  const changed = (message?: JsonRpcNotification) => cache?.changed(message);
  const inbox = new Inbox({ events, questions, logger, changed, onNotification: options.onNotification });

  const headers = keep ? watchedHeaders(options.headers, changed) : options.headers;
  const ways = await waysTo(target, Object.assign({}, options, { headers }), book);
  let lastId = 0;
  const negotiated = await negotiate(ways.transports, {
    mode: options.mode ?? 'auto',
    facts,
    connectTimeout,
    probeTimeout,
    priorDiscovery: options.priorDiscovery,
    listener: inbox,
    nextId: () => ++lastId,
    signal: options.signal,
  });
  const { revision, codec, transport } = negotiated;
  inbox.answerThrough((message) => transport.respond(message));
  book.mirrorsArguments = ways.overHttp && transport === ways.transports.modern;
  const logLevel = revision.serves(traits.setLevel.name) ? undefined : options.logLevel;
  const connection = new Connection({
    revision,
    codec,
    transport,
    inbox,
    facts,
    timeout,
    logLevel,
    lastId,
    questions,
    maxRounds,
  });
  connection.shortcut = ways.shortcut?.open(connection, inbox, transport, codec.params('', undefined, facts)?._meta);
  const source = new CachePart({ connection, keeps: keep && connection.typedResults, headers, events });
  cache = source;
  const caller = new ToolCaller(connection, source, book, maxPages);
  return { connection, cache: source, inbox, events, caller, negotiated, maxPages };
}

async function waysTo(
  target: ClientTarget,
  options: ClientOptions,
  book: ToolBook,
): Promise<{ transports: EraTransports; overHttp: boolean; shortcut?: typeof ClientShortcut }> {
  const maxMessageBytes = checkedCount('maxMessageBytes', options.maxMessageBytes ?? defaultMaxMessageBytes);
  if (typeof target === 'string' || target instanceof URL) {
    return { transports: httpTransports(checkedUrl(target), options, maxMessageBytes, book), overHttp: true };
  }
  const serialise = options.serialise === true;
  const { targetTransports, ClientShortcut: shortcut } = await loadPart(import('./local-target.js'));
  return { transports: await targetTransports(target, { maxMessageBytes, serialise }), overHttp: false, shortcut };
}

function spans(options: ClientOptions): { timeout: number; connectTimeout: number; probeTimeout: number } {
  return {
    timeout: checkedSpan('timeout', options.timeout ?? 60_000),
    connectTimeout: Math.min(checkedSpan('connectTimeout', options.connectTimeout ?? 30_000), longestTimer),
    probeTimeout: Math.min(checkedSpan('probeTimeout', options.probeTimeout ?? 5_000), longestTimer),
  };
}

/** The longest span one platform timer can hold. */
const longestTimer = 2_147_483_647;

/** Warnings and errors on the console, nothing else. */
const consoleLogger: Logger = {
  debug() {},
  info() {},
  warn: (message, ...details) => console.warn(message, ...details),
  error: (message, ...details) => console.error(message, ...details),
};
