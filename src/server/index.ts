export { connectInMemory } from './connect-in-memory.js';
export { type ContextOwner, RequestContext } from './context.js';
export { ServerCore } from './core.js';
export { callDirectly } from './direct.js';
export { customHandler, protocolHandler } from './handlers.js';
export { type Authenticator, type AuthRefusal, createHttpCore, type HttpCore, type HttpOptions } from './http.js';
export { identityOf, type ServerInfo } from './identity.js';
export { Lifespan } from './lifespan.js';
export { stderrLogger } from './logger.js';
export type { Middleware, Next } from './middleware.js';
export {
  type Asked,
  type Asking,
  type Asks,
  askingOf,
  type BindPrincipal,
  Branch,
  conduct,
  createRequestStateSealer,
  type InputRequired,
  InvalidRequestState,
  inputRequired,
  isSuspension,
  type Outcome,
  QuestionBoundary,
  type QuestionEngine,
  type RequestStateCodec,
  type RequestStateKey,
  type RequestStateOptions,
  type RequestStateSealer,
  stateOf,
  type UrlOutcome,
} from './questions/index.js';
export { register } from './register.js';
export { requestState } from './request-state.js';
export { closeServer, core, enterServer, type Served } from './served.js';
export {
  type HandledMethod,
  type Handler,
  type HandlerResult,
  type OwnMethod,
  Server,
  type ServerOptions,
} from './server.js';
export { Session, type SessionRequestOptions } from './session.js';
export { openStream, type StreamServer } from './stream.js';
export {
  type AuthorizeListen,
  createListenHandler,
  InMemorySubscriptionBus,
  type ListenHandler,
  type ListenHandlerOptions,
  type SubscriptionBus,
  type SubscriptionEvent,
  type SubscriptionListener,
  type Unsubscribe,
} from './subscriptions/index.js';
