export { createHttpHandler } from './create-http-handler.js';
export type { HttpHandler } from './fetch-handler.js';
