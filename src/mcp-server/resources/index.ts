export type { ReadyContents } from './contents.js';
export { type HttpResourceOptions, httpResource } from './http.js';
export { bytesResource, type TypedContents, textResource } from './in-memory.js';
