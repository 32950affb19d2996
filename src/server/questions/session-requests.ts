import { ConnectionError, McpError } from '../../errors/index.js';
import type { Exchange, PeerRequestOptions } from '../../exchange/index.js';
import {
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type JsonObject,
  type Root,
  traits,
} from '../../types/index.js';
import { type Asks, askModel, askRoots } from './ask.js';
import { askPeer } from './ask-peer.js';
import { warnDeprecated } from './deprecation.js';
import { answerTo } from './live.js';
import { rememberElicitation } from './url-elicitations.js';

/** How a session waits for its client. */
type Waiting = Pick<PeerRequestOptions, 'timeout' | 'signal'>;

/** Sends a request to the client of an exchange, for its session. Rejects with `NO_BACK_CHANNEL` where that cannot be asked. */
export function requestFor(
  exchange: Exchange,
  method: string,
  params: JsonObject | undefined,
  { timeout, signal }: Waiting,
): Promise<JsonObject> {
  if (exchange.method === traits.initialize.name && !exchange.done) {
    const sentence = `Cannot send "${method}" while "${traits.initialize.name}" has not been answered: the client takes no requests before that.`;
    return Promise.reject(new McpError('NO_BACK_CHANNEL', sentence));
  }
  if (method === traits.elicit.name) rememberElicitation(exchange, params);
  return askPeer(exchange.peer, method, params, { related: exchange, timeout, signal });
}

/** Asks the model of the client of an exchange while somebody waits, for its session. */
export function createMessageFor(
  exchange: Exchange,
  params: CreateMessageRequestParams,
  waiting: Waiting,
): Promise<CreateMessageResult> {
  warnDeprecated('PARLEY_CREATE_MESSAGE', 'ctx.session.createMessage() is deprecated; use ctx.sample().');
  return askModel(asksOf(exchange, waiting), params, '');
}

/** Asks for the roots of the client of an exchange while somebody waits, for its session. */
export function listRootsFor(exchange: Exchange, waiting: Waiting): Promise<Root[]> {
  warnDeprecated('PARLEY_LIST_ROOTS', 'ctx.session.listRoots() is deprecated; use ctx.listRoots().');
  return askRoots(asksOf(exchange, waiting), '');
}

/** Refuses to send what a session would tell a client that is gone. */
export async function refuseClosed(method: string): Promise<never> {
  const sentence = `Cannot send "${method}": the client's connection is closed.`;
  throw new ConnectionError('CONNECTION_CLOSED', sentence, { mayHaveRun: false });
}

function asksOf(exchange: Exchange, waiting: Waiting): Asks {
  return {
    ask: (question) =>
      answerTo(exchange.peer, question, (method, params) => requestFor(exchange, method, params, waiting)),
  };
}
