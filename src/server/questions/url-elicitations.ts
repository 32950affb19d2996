import type { McpError } from '../../errors/index.js';
import type { Exchange, Peer } from '../../exchange/index.js';
import { isJsonObject, type JsonObject, traits } from '../../types/index.js';

/** How many pages a client is remembered to have been asked to open; the oldest is forgotten for a further one. */
const maxRemembered = 256;

const asked = new WeakMap<Peer, Map<string, Exchange>>();

/** Remembers that the client of an exchange was asked to open a page, so that it can be told when that is done. */
export function rememberElicitation(exchange: Exchange, params: JsonObject | undefined): void {
  const id = params?.elicitationId;
  if (typeof id !== 'string') return;
  let exchanges = asked.get(exchange.peer);
  if (exchanges === undefined) {
    exchanges = new Map();
    asked.set(exchange.peer, exchanges);
  }
  exchanges.delete(id);
  exchanges.set(id, exchange);
  const [oldest] = exchanges.keys();
  if (exchanges.size > maxRemembered && oldest !== undefined) exchanges.delete(oldest);
}

/** Remembers the pages that an error names which asks the client to open them and to try again. */
export function rememberRequired(exchange: Exchange, error: McpError): void {
  const { elicitations } = isJsonObject(error.data) ? error.data : {};
  if (error.code !== 'URL_ELICITATION_REQUIRED' || !Array.isArray(elicitations)) return;
  for (const one of elicitations) if (isJsonObject(one)) rememberElicitation(exchange, one);
}

/** Tells those of the clients that were asked with this id that what their user did at the address is done; each one once. */
export async function completeElicitation(peers: Iterable<Peer>, elicitationId: string): Promise<void> {
  const sent: (void | Promise<void>)[] = [];
  for (const peer of peers) {
    const exchange = asked.get(peer)?.get(elicitationId);
    if (exchange === undefined) continue;
    asked.get(peer)?.delete(elicitationId);
    if (!peer.closed) sent.push(peer.notify(traits.elicitationComplete.name, { elicitationId }, exchange));
  }
  await Promise.allSettled(sent);
}
