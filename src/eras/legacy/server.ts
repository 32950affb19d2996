export { LegacyConnection } from './connection.js';
export { createLegacyHttpServer } from './http-server.js';
