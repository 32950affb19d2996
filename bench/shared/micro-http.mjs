// Calls to the HTTP core, as a host would hand them over.
import { createHttpCore } from '../../dist/server/index.js';
import { build } from '../targets/parley/server.mjs';
import { headers, ID_MARK, message } from './messages.mjs';

const params = { name: 'add', arguments: { a: 2, b: 3 } };

/** One request whose body is at hand already, and whose answer is kept. */
class Call {
  head;
  request = undefined;
  parsedBody = undefined;
  closed = false;
  answer = undefined;
  #text;

  constructor(head, text) {
    this.head = head;
    this.#text = text;
  }

  readBody(_limit, done) {
    done(this.#text, undefined);
  }

  respond(_status, _headers, body) {
    this.closed = true;
    this.answer = body;
  }

  openStream() {
    throw new Error('no stream was expected');
  }

  onClose() {}
}

export async function prepareCalls() {
  const core = createHttpCore(build());
  const [before, after] = JSON.stringify(message('modern', 'tools/call', params)).split(String(ID_MARK));
  const head = headOf(headers('modern', 'tools/call', params));
  let id = 100_000_000;
  const send = () => {
    const call = new Call(head, `${before}${++id}${after}`);
    core.handle(call);
    return call;
  };
  const first = send();
  await new Promise((resolve) => setTimeout(resolve, 10)); // the lifespan is entered at the first call
  const right = `"id":${id},"result":{"content":[{"type":"text","text":"5"}]`;
  if (!first.answer?.includes(right)) throw new Error(`wrong answer: ${first.answer}`);
  return (count) => {
    for (let call = 0; call < count; call++)
      if (send().answer === undefined) throw new Error('a call was not answered at once');
  };
}

function headOf(fields) {
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
    sessionId: undefined,
    lastEventId: undefined,
    duplicate: undefined,
    headers: { get: () => undefined, has: () => false, [Symbol.iterator]: () => [][Symbol.iterator]() },
  };
}
