export { eventStreamHeaders, HttpEventStream } from '../../transports/http/index.js';
export { FetchSink } from './fetch-sink.js';
