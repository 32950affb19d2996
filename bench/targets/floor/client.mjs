// The floor for a client: node:http with a keep-alive agent, JSON both ways. HOST=fetch uses global fetch instead.
import http from 'node:http';
import { measure } from '../../shared/measure.mjs';
import { headers, message } from '../../shared/messages.mjs';

const url = process.env.URL_MCP;
const params = { name: 'add', arguments: { a: 2, b: 3 } };
const h = headers('modern', 'tools/call', params);
let id = 0;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const viaHttp = () =>
  new Promise((ok, no) => {
    const body = JSON.stringify(message('modern', 'tools/call', params, ++id));
    const req = http.request(
      url,
      { method: 'POST', agent, headers: { ...h, 'content-length': Buffer.byteLength(body) } },
      (res) => {
        let s = '';
        res.setEncoding('utf8');
        res.on('data', (d) => (s += d));
        res.on('end', () => ok(JSON.parse(s).result));
      },
    );
    req.on('error', no);
    req.end(body);
  });
const viaFetch = async () => {
  const r = await fetch(url, {
    method: 'POST',
    headers: h,
    body: JSON.stringify(message('modern', 'tools/call', params, ++id)),
  });
  return (await r.json()).result;
};
await measure(process.env.HOST === 'fetch' ? viaFetch : viaHttp);
process.exit(0);
