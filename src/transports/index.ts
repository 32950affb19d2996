export { channelTransport } from './channel-transport.js';
export { inProcess, type MemoryTransportOptions, memoryTransport } from './memory-transport.js';
