import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { MessageChannel } from 'parley-mcp';
import type { WireRecorder } from '../wire/recorder.js';

/** A pair of pipes, and the client's end of it as a message channel. Both directions are recorded. */
export function pipePair(recorder: WireRecorder) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const channel: MessageChannel = {
    start({ message, closed }) {
      let rest = '';
      stdout.setEncoding('utf8');
      stdout.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          recorder.record('server', line);
          message(line);
        }
      });
      stdout.on('end', () => closed(undefined));
    },
    send(text) {
      recorder.record('client', text);
      stdin.write(`${text}\n`);
    },
    async close() {
      stdin.end();
    },
  };
  return { stdin, stdout, channel };
}

/** Records what goes in and out of a Node server, where clients use sockets of their own. */
export function tapServer(server: Server, recorder: WireRecorder): void {
  server.prependListener('request', (request, response) => {
    const revision = request.headers['mcp-protocol-version'];
    tapRequest(request, (text) => recorder.record('client', text, String(revision)));
    tapResponse(response, (text) => recorder.record('server', text, String(revision)));
  });
}

function tapRequest(request: IncomingMessage, record: (text: string) => void): void {
  const chunks: Uint8Array[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: Uint8Array | null, encoding) => {
    if (chunk !== null) chunks.push(chunk);
    else record(Buffer.concat(chunks).toString());
    return push(chunk, encoding);
  };
}

function tapResponse(response: ServerResponse, record: (text: string) => void): void {
  let rest = '';
  const note = (chunk: unknown) => {
    if (typeof chunk === 'string') rest += chunk;
    else if (chunk instanceof Uint8Array) rest += Buffer.from(chunk).toString();
    const end = isEventStream() ? rest.lastIndexOf('\n\n') : -1;
    if (end < 0) return;
    record(rest.slice(0, end));
    rest = rest.slice(end);
  };
  const isEventStream = () =>
    String(response.getHeader('content-type')).includes('event-stream') || /^(event|data|id|:)/.test(rest);
  const write = response.write;
  const end = response.end;
  response.write = ((...args: unknown[]) => {
    note(args[0]);
    return Reflect.apply(write, response, args);
  }) as typeof response.write; // passes on whatever overload was meant
  response.end = ((...args: unknown[]) => {
    note(args[0]);
    if (rest.trim() !== '') record(rest);
    rest = '';
    return Reflect.apply(end, response, args);
  }) as typeof response.end; // likewise
}
