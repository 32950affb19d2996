export { createHttpHandler, type HttpHandler } from './hosts/fetch/index.js';
export {
  type Authenticator,
  type AuthRefusal,
  type HandledMethod,
  type Handler,
  type HandlerResult,
  type HttpOptions,
  type Middleware,
  type Next,
  RequestContext,
  Server,
  type ServerInfo,
  type ServerOptions,
  Session,
} from './server/index.js';
