export {
  createNodeHandler,
  type HttpServing,
  type NodeHandler,
  type ServeHttpOptions,
  serveHttp,
} from './hosts/node/index.js';
