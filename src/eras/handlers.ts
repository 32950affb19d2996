import type { Exchange } from '../exchange/index.js';
import { type JsonObject, type LoggingLevel, type MethodTraits, traits } from '../types/index.js';
import { modernVersions } from './modern/version.js';
import type { ServerPort } from './server-port.js';

/** A method that every server answers by itself. */
export interface BuiltInHandler {
  readonly method: MethodTraits;
  readonly answer: (exchange: Exchange) => JsonObject;
}

/** The methods that the eras themselves define: openings, and whether anybody is there. */
export function builtInHandlers(port: ServerPort): readonly BuiltInHandler[] {
  return [
    {
      method: traits.initialize,
      answer: (exchange) =>
        withInstructions(port, {
          protocolVersion: exchange.abilities.protocolVersion,
          capabilities: port.capabilities(exchange.abilities.connected),
          serverInfo: port.identity,
        }),
    },
    {
      method: traits.discover,
      answer: (exchange) =>
        withInstructions(port, {
          supportedVersions: modernVersions,
          capabilities: port.capabilities(exchange.abilities.connected),
        }),
    },
    { method: traits.ping, answer: () => ({}) },
  ];
}

/** Remembers the level of log messages that a client asked for, for as long as its connection. */
export function recordLogLevel(exchange: Exchange): void {
  exchange.peer.setLogLevel?.(exchange.params?.level as LoggingLevel); // the method's guard knows the levels
}

function withInstructions(port: ServerPort, result: JsonObject): JsonObject {
  if (port.instructions !== undefined) result.instructions = port.instructions;
  return result;
}
