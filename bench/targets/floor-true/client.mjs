// The true floor for a client: the address is taken apart once, headers are a flat list made once, and the answer is decoded
// in one piece.
import http from 'node:http';
import { measure } from '../../shared/measure.mjs';
import { headers, message } from '../../shared/messages.mjs';

const { hostname, port, pathname } = new URL(process.env.URL_MCP);
const params = { name: 'add', arguments: { a: 2, b: 3 } };
const fixed = ['host', `${hostname}:${port}`, ...Object.entries(headers('modern', 'tools/call', params)).flat()];
const whole = message('modern', 'tools/call', params).params;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let id = 0;

const call = () =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params: whole });
    const request = http.request({
      host: hostname,
      port,
      path: pathname,
      method: 'POST',
      agent,
      headers: fixed.concat('content-length', String(Buffer.byteLength(body))),
    });
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve(JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString()).result),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
await measure(call);
process.exit(0);
