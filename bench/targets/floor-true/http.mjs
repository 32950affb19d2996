// The true floor: the least that node:http can do for the same answers. Routes by what the message says and never parses the
// URL, answers with one write in a fixed shape, encodes its list once, and joins the events of a turn into one write; the first
// event of a stream leaves at once. No validation, no protocol.
import http from 'node:http';
import { extraTools, jsonSchema, RESOURCE_URI, schemas, uriOf, work } from '../../shared/tools.mjs';

const META = { 'io.modelcontextprotocol/serverInfo': { name: 'floor', version: '1.0.0' } };
const tools = [
  ...Object.entries(schemas).map(([name, schema]) => ({ name, description: name, inputSchema: jsonSchema(schema) })),
  ...extraTools().map(({ name, title, description, schema }) => ({
    name,
    title,
    description,
    inputSchema: jsonSchema(schema),
  })),
];
const list = { tools, ttlMs: 0, cacheScope: 'private', resultType: 'complete', _meta: META };
const listTail = Buffer.from(`,"result":${JSON.stringify(list)}}`);

/** Events of a response: the first is sent at once, those after it together at the end of the turn. */
class Events {
  #response;
  #pending = '';
  #begun = false;

  constructor(response) {
    this.#response = response;
    response.writeHead(200, ['content-type', 'text/event-stream']);
  }

  send(data) {
    const event = `event: message\ndata: ${data}\n\n`;
    if (!this.#begun) {
      this.#begun = true;
      this.#response.write(event);
      return;
    }
    if (this.#pending === '') setImmediate(() => this.#flush());
    this.#pending += event;
  }

  end(data) {
    const last = this.#pending;
    this.#pending = '';
    this.#response.end(`${last}event: message\ndata: ${data}\n\n`);
  }

  #flush() {
    if (this.#pending === '') return;
    this.#response.write(this.#pending);
    this.#pending = '';
  }
}

const listeners = new Map();
const called = {
  add: (response, id, { a, b }) => text(response, id, String(a + b)),
  echo: (response, id, args) => text(response, id, args.text),
  progress(response, id, { count }, token) {
    const events = new Events(response);
    for (let step = 1; step <= count; step++) events.send(progressOf(token, step, count));
    events.end(textReply(id, 'done'));
  },
  publish(response, id, { count }) {
    for (const [events, updateOf] of listeners)
      for (let sent = 0; sent < count; sent++) events.send(updateOf(RESOURCE_URI));
    text(response, id, 'ok');
  },
  publish_each(response, id, { count }) {
    for (const [events, updateOf] of listeners)
      for (let sent = 1; sent <= count; sent++) events.send(updateOf(uriOf(sent)));
    text(response, id, 'ok');
  },
  work(response, id, { ms }, token) {
    const events = new Events(response);
    events.send(progressOf(token, 1, 1));
    // node:http holds the event back for the rest of the turn
    setImmediate(() => {
      work(ms);
      events.end(textReply(id, 'done'));
    });
  },
  wait: (response, id, { ms }) => void setTimeout(() => text(response, id, 'ok'), ms),
};

function progressOf(progressToken, progress, total) {
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress, total },
  });
}

function textReply(id, words) {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: words }], resultType: 'complete', _meta: META },
  });
}

function text(response, id, words) {
  send(response, textReply(id, words));
}

function send(response, body) {
  response.writeHead(200, ['content-type', 'application/json', 'content-length', Buffer.byteLength(body)]);
  response.end(body);
}

/** Its bytes are made once; node:http gathers both pieces in one write. */
function sendList(response, head) {
  const length = Buffer.byteLength(head) + listTail.byteLength;
  response.writeHead(200, ['content-type', 'application/json', 'content-length', length]);
  response.write(head);
  response.end(listTail);
}

function listen(response, { id, params }) {
  const events = new Events(response);
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
  const before = '{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":';
  const after = `,"_meta":${JSON.stringify(_meta)}}}`;
  listeners.set(events, (uri) => `${before}${JSON.stringify(uri)}${after}`);
  response.on('close', () => listeners.delete(events));
  const acknowledged = { notifications: params.notifications, _meta };
  events.send(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: acknowledged,
    }),
  );
}

function handle(response, body) {
  const message = JSON.parse(body);
  const { id, method, params } = message;
  if (method === 'tools/call') called[params.name](response, id, params.arguments, params._meta.progressToken);
  else if (method === 'tools/list') sendList(response, `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`);
  else if (method === 'subscriptions/listen') listen(response, message);
  else {
    response.writeHead(404);
    response.end();
  }
}

const port = Number(process.env.PORT);
http
  .createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => handle(response, (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString()));
  })
  .listen(port, '127.0.0.1', () => console.log('READY', port));
