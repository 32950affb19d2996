/** A message as it stood on the wire, or why it could not be read. */
export type Frame = { readonly message: unknown } | { readonly unreadable: string };

/**
 * Splits what passed over a wire into messages: one JSON text (an HTTP body), newline-delimited JSON (stdio) or a
 * whole event stream (SSE). Empty text, empty events and comments carry no message.
 */
export function framesOf(text: string): Frame[] {
  const body = text.trim();
  if (body === '') return [];
  if (/^(data|event|id|retry)?:/m.test(body) && !/^[[{]/.test(body)) return eventsOf(body).map(parse);
  const whole = parse(body);
  if ('message' in whole) return [whole];
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.map(parse) : [whole];
}

/**
 * The data of each event in a stream that carries a message: not of empty events (priming, keep-alive), nor of those
 * with another name, such as the `endpoint` of the HTTP+SSE transport.
 */
function eventsOf(stream: string): string[] {
  return stream
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((event) => event.split(/\r\n|\n|\r/))
    .filter((lines) => ['', 'message'].includes(fieldOf(lines, 'event')))
    .map((lines) => fieldOf(lines, 'data'))
    .filter((data) => data.trim() !== '');
}

/** The values of a field in an event, joined as the event stream format says. */
function fieldOf(lines: readonly string[], name: string): string {
  return lines
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    .join('\n');
}

function parse(text: string): Frame {
  try {
    return { message: JSON.parse(text) };
  } catch {
    return { unreadable: text };
  }
}
