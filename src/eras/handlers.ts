import type { Exchange } from '../exchange/index.js';
import {
  discover,
  initialize,
  type JsonObject,
  type LoggingLevel,
  type MethodDefinition,
  ping,
} from '../types/index.js';
import { modernVersions } from './modern/version.js';
import type { ServerPort } from './server-port.js';

/** A method that every server answers by itself. */
export interface BuiltInHandler {
  readonly method: MethodDefinition;
  handle(exchange: Exchange): JsonObject;
}

/** The methods that the eras themselves define: openings, and whether anybody is there. */
export function builtInHandlers(port: ServerPort): readonly BuiltInHandler[] {
  return [
    {
      method: initialize,
      handle: (exchange) =>
        withInstructions(port, {
          protocolVersion: exchange.abilities.protocolVersion,
          capabilities: port.capabilities(exchange.abilities.connected),
          serverInfo: port.identity,
        }),
    },
    {
      method: discover,
      handle: (exchange) =>
        withInstructions(port, {
          supportedVersions: modernVersions,
          capabilities: port.capabilities(exchange.abilities.connected),
        }),
    },
    { method: ping, handle: () => ({}) },
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
