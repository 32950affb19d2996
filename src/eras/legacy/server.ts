export { LegacyConnection } from './connection.js';
export { LegacyHttpCalls } from './http-calls.js';
