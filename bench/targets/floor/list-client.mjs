// Lists tools over and over, through a node:http agent. CACHE=on keeps the first list, as a map would.
import http from 'node:http';
import { measure } from '../../shared/measure.mjs';
import { headers, message } from '../../shared/messages.mjs';

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const fixed = headers('modern', 'tools/list');
let id = 0;
let kept;

const list = () =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify(message('modern', 'tools/list', {}, ++id));
    const own = { ...fixed, 'content-length': Buffer.byteLength(body) };
    const request = http.request(process.env.URL_MCP, { method: 'POST', agent, headers: own }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data) => (text += data));
      response.on('end', () => resolve(JSON.parse(text).result));
    });
    request.on('error', reject);
    request.end(body);
  });
const keep = async () => (kept ??= await list());
await measure(process.env.CACHE === 'on' ? keep : list, (result) => result.tools.length > 100);
process.exit(0);
