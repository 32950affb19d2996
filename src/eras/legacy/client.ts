export { Handshake } from './handshake.js';
export { legacyHttpTransport } from './http-client.js';
