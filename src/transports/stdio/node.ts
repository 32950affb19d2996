export { LineWriter, type WriteChunk, type WriterClosed } from './line-writer.node.js';
export { type ProtectedStreams, protectStdout } from './protect-stdout.node.js';
