export { HttpEventStream } from '../../transports/http/index.js';
export { NodeSink } from './node-sink.js';
