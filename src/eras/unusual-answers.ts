export * from './http-client-refusals.js';
export { judge, notModern, unknownMode } from './probe-verdict.js';
