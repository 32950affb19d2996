// Calls to the HTTP core, as a host would hand them over, without sockets.
import { headers, ID_MARK, message } from './messages.mjs';

/** One request whose body is at hand already, and whose answer is kept. */
export class Call {
  head;
  request = undefined;
  parsedBody = undefined;
  closed = false;
  answer = undefined;
  answerHeaders = undefined;
  #text;

  constructor(head, text) {
    this.head = head;
    this.#text = text;
  }

  readBody(_limit, done) {
    done(this.#text, undefined);
  }

  respond(_status, headers, body) {
    this.closed = true;
    this.answerHeaders = headers;
    this.answer = body;
  }

  prepareStream() {
    return undefined;
  }

  openStream() {
    throw new Error('no stream was expected');
  }

  onClose() {}
}

/** A request that is answered with a stream which stays open, and which counts what it is sent. */
export class StreamCall extends Call {
  stream = undefined;

  openStream() {
    this.stream = new Stream();
    return this.stream;
  }
}

class Stream {
  closed = false;
  events = 0;

  event() {
    this.events++;
  }

  comment() {}

  end() {
    this.closed = true;
  }
}

/** The head of a request in the form that hosts give it. */
export function headOf(mode, method, params = {}, session = undefined) {
  const fields = headers(mode, method, params, session);
  return {
    method: 'POST',
    path: '/mcp',
    host: '127.0.0.1:3000',
    origin: undefined,
    contentType: fields['content-type'],
    contentLength: '300',
    accept: fields.accept,
    authorization: undefined,
    protocolVersion: fields['mcp-protocol-version'],
    mcpMethod: fields['mcp-method'],
    mcpName: fields['mcp-name'],
    sessionId: session,
    lastEventId: undefined,
    duplicate: undefined,
    headers: { get: () => undefined, has: () => false, [Symbol.iterator]: () => [][Symbol.iterator]() },
  };
}

const add = { name: 'add', arguments: { a: 2, b: 3 } };

/** What calls `add` as often as it is told to, and throws unless each call was answered at once. The first answer is checked. */
export async function prepareAdd(core, mode = 'modern', session = undefined) {
  const [before, after] = JSON.stringify(message(mode, 'tools/call', add)).split(String(ID_MARK));
  const head = headOf(mode, 'tools/call', add, session);
  let id = 100_000_000;
  const send = () => {
    const call = new Call(head, `${before}${++id}${after}`);
    core.handle(call);
    return call;
  };
  const first = send();
  const end = performance.now() + 5000;
  while (first.answer === undefined && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 1)); // the first call enters the lifespan, and loads what that needs
  const right = `"id":${id},"result":{"content":[{"type":"text","text":"5"}]`;
  if (!first.answer?.includes(right)) throw new Error(`wrong answer: ${first.answer}`);
  return (count) => {
    for (let call = 0; call < count; call++)
      if (send().answer === undefined) throw new Error('a call was not answered at once');
  };
}
