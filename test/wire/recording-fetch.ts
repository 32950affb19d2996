import type { WireRecorder } from './recorder.js';

/**
 * Wraps a `fetch` so that text bodies of requests are recorded as the client's and bodies of responses as the
 * server's, event streams event by event. Other content types (a plain-text refusal) carry no message and are left
 * alone. The response still streams to whoever reads it.
 */
export function recordingFetch(recorder: WireRecorder, inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const body: unknown = init?.body ?? (request === undefined ? undefined : await request.clone().text());
    const revision = new Headers(init?.headers ?? request?.headers).get('mcp-protocol-version') ?? undefined;
    if (typeof body === 'string') recorder.record('client', body, revision);
    const response = await inner(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.body === null || !/json|event-stream/.test(type)) return response;
    const record = (text: string) => recorder.record('server', text, revision);
    return new Response(response.body.pipeThrough(tap(record, type.includes('event-stream'))), response);
  };
}

/** Passes bytes on and tells their text: at the end, or for event streams as soon as events are complete. */
function tap(record: (text: string) => void, byEvent: boolean): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      rest += decoder.decode(chunk, { stream: true });
      const end = byEvent ? Math.max(rest.lastIndexOf('\n\n'), rest.lastIndexOf('\r\n\r\n')) : -1;
      if (end >= 0) {
        record(rest.slice(0, end));
        rest = rest.slice(end);
      }
      controller.enqueue(chunk);
    },
    flush() {
      record(rest + decoder.decode());
    },
  });
}
