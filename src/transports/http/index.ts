export { type AnswerType, accepts } from './accept-header.js';
export { type ByteSink, eventStreamHeaders, HttpEventStream } from './event-stream.js';
export { answerFailure } from './failure.js';
export { defaultKeepAliveMs } from './keep-alive.js';
export { acceptsAtOnce, isJson } from './media.js';
export { createOriginGuard, loopbackHosts, type OriginGuard, type OriginGuardOptions } from './origin-guard.js';
export { originSentence } from './origin-sentence.js';
export type {
  BodyProblem,
  EventStream,
  FetchFunction,
  HeaderList,
  HttpCall,
  HttpClient,
  HttpClientOptions,
  HttpFailure,
  HttpHead,
  HttpRequestOptions,
  HttpResponseListener,
  ServerSentEvent,
} from './ports.js';
export {
  errorStatuses,
  type HttpReplyOptions,
  HttpReplyWriter,
  jsonHeaders,
  type StreamMode,
} from './reply-writer.js';
