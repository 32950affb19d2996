export type {
  ClientTransport,
  Leg,
  MessageChannel,
  MessageChannelListener,
  TransportListener,
} from './client-transport.js';
export {
  type Connectable,
  connectable,
  isConnectable,
  type MemoryClient,
  type MemoryServer,
  type Shortcut,
} from './connectable.js';
export { deliver, unreadableMessage } from './deliver.js';
export { answer, type Dispatch, isThenable, type Settled } from './dispatch.js';
export {
  Exchange,
  noOrigin,
  type Origin,
  type Peer,
  type PeerRequestOptions,
  type Questions,
} from './exchange.js';
export { MemoryOutlet } from './memory-outlet.js';
export { Note } from './note.js';
export { plainCopy } from './plain-copy.js';
export type {
  Abilities,
  Announcement,
  AuthInfo,
  Codec,
  Frame,
  FrameWriter,
  Outlet,
  PreparedFrame,
  Reply,
  RequestHeaders,
  Schedule,
} from './ports.js';
export { ProgressUpdate } from './progress-update.js';
export { type Refusal, refusalError } from './refusal.js';
export { TextOutlet, type TextSink } from './text-outlet.js';
export { loadOpenTelemetry, openTelemetry, traceClient, traceServer } from './tracing/open-telemetry.js';
export { attempt, unheard, when } from './when.js';
export { WireReply } from './wire-reply.js';
