const usual = /^(?:\*\/\*|application\/json, ?text\/event-stream|text\/event-stream, ?application\/json)$/;

/** Whether it is plain that an `Accept` header admits both forms. Of any other header `accepts` tells. */
export function acceptsAtOnce(accept: string | undefined): boolean {
  return accept === undefined || usual.test(accept);
}

/** Whether a `Content-Type` header says JSON, with whatever parameters. */
export function isJson(contentType: string | undefined): boolean {
  return contentType === 'application/json' || /^\s*application\/json\s*(?:;|$)/i.test(contentType ?? '');
}
