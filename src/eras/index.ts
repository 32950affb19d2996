export { type Accepted, acceptBody } from './accept.js';
export { acceptUnusual } from './accept-unusual.js';
export type { ConnectionListener } from './connection-listener.js';
export { directExchange } from './direct.js';
export { type BuiltInHandler, builtInHandlers, recordLogLevel } from './handlers.js';
export {
  defaultReconnection,
  type HeaderSource,
  type HttpTransportOptions,
  type ReconnectionOptions,
} from './http-client-options.js';
export { answerError, answerRefusal } from './http-refusal.js';
export type { HttpServerOptions, LegacyHttpOptions } from './http-server-options.js';
export { LegacyHttpServer } from './legacy-http-server.js';
export { legacyHttpTransport } from './legacy-http-transport.js';
export { ChangeAnnouncement } from './modern/announcement.js';
export { modernHttpTransport } from './modern/http-client.js';
export { ModernHttpServer } from './modern/http-server.js';
export { legacyRefusal } from './modern/legacy-refusal.js';
export { noRequests } from './modern/no-requests.js';
export { modernRevision } from './modern/revision.js';
export { ModernShortcut } from './modern/shortcut.js';
export type { EraTransports, Negotiated, NegotiateOptions } from './negotiation.js';
export { negotiate } from './probe.js';
export type { CallMeta, ClientCodec, ClientFacts, Revision } from './revision.js';
export type { ServerPort } from './server-port.js';
export { StreamServer } from './stream-server.js';
