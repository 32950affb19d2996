import { McpError } from '../errors/index.js';
import { traits } from '../types/index.js';

const listening = 'Call listen() instead, which serves every revision.';

/** What to do instead, where the agreed revision lacks a method. */
const remedies = new Map<string, string>([
  [traits.subscribeResource.name, listening],
  [traits.unsubscribeResource.name, listening],
  [traits.listen.name, listening],
  [traits.ping.name, 'Call discover() instead.'],
  [traits.discover.name, 'What the server is stands in serverInfo, serverCapabilities and instructions.'],
  [
    traits.setLevel.name,
    'Each request says which log messages it wants: call setLogLevel(), or give Client.connect() a logLevel.',
  ],
  [traits.rootsListChanged.name, 'The server asks for the roots each time it needs them, so there is nothing to tell.'],
]);

/** The error for a method that the agreed revision does not have. It arises here; nothing is sent. */
export function absentMethod(method: string, protocolVersion: string): McpError {
  const remedy = remedies.get(method) ?? 'Connect with another "mode", or call what this revision offers in its place.';
  return new McpError(
    'UNSUPPORTED_METHOD',
    `"${method}" does not exist in the protocol revision of this connection, ${protocolVersion}. ${remedy}`,
  );
}
