// POSTs over kept connections from this process, for what wrk cannot do: requests that depend on the answer before.
import http from 'node:http';
import { headers, message, parseReply } from './messages.mjs';

let id = 500_000_000;

/** A caller with one connection to a server. `call` resolves to the result. */
export function caller({ port, mode }, session) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  const call = (name, args, { more = {}, meta = {} } = {}) =>
    new Promise((resolve, reject) => {
      const params = { name, arguments: args, ...more };
      const own = ++id;
      const body = JSON.stringify(message(mode, 'tools/call', params, own, meta));
      const head = { ...headers(mode, 'tools/call', params, session), 'content-length': Buffer.byteLength(body) };
      const request = http.request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent, headers: head });
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (data) => (text += data));
        response.on('end', () => {
          const reply = response.statusCode === 200 && parseReply(response.headers['content-type'], text, own);
          if (reply?.result) resolve(reply.result);
          else reject(new Error(`HTTP ${response.statusCode} ${text.slice(0, 300)}`));
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  return { call, close: () => agent.destroy() };
}
