import type { Exchange } from '../../exchange/index.js';
import { traits } from '../../types/index.js';
import type { AnswerEarly, Asker } from './asker.js';
import { stateOf } from './call-state.js';
import { Live } from './live.js';
import { Replay } from './replay.js';

/** What asks for one run of a handler: live where the client can be asked while it waits. */
export function askerFor(exchange: Exchange, answerEarly: AnswerEarly): Asker {
  const label = labelOf(exchange);
  const state = stateOf(exchange);
  return exchange.abilities.connected
    ? new Live(exchange, label, state)
    : new Replay(exchange, label, state, answerEarly);
}

/** How errors call the handler of an exchange. */
function labelOf(exchange: Exchange): string {
  const { name, uri } = exchange.params ?? {};
  if (exchange.method === traits.callTool.name) return `tool '${String(name)}'`;
  if (exchange.method === traits.getPrompt.name) return `prompt '${String(name)}'`;
  return uri === undefined ? `the handler of "${exchange.method}"` : `resource '${String(uri)}'`;
}
