export { channelTransport } from './channel-transport.js';
export { type MemoryTransportOptions, memoryTransport } from './memory-transport.js';
