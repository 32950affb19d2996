export { createNodeHandler } from './create-node-handler.js';
export type { HttpServing, ListenOptions } from './http-serving.js';
export type { NodeHandler } from './node-handler.js';
export { type ServeHttpOptions, serveHttp } from './serve-http.js';
