// A minimal raw HTTP/1.1 request over a socket whose response is counted, not parsed: each SSE "data: {" is one event.
import { once } from 'node:events';
import net from 'node:net';

const MARK = Buffer.from('data: {');
const MARK2 = Buffer.from('data:{');
export function countEvents(buf, from, mark = MARK) {
  let n = 0;
  for (let i = buf.indexOf(mark, from); i !== -1; i = buf.indexOf(mark, i + mark.length)) n++;
  return n;
}
/** Opens a POST; onEvents(n) fires with each batch of new SSE events; resolves `done` when `until` appears or the socket closes. */
export function post(port, headers, body, watch = {}) {
  return open('POST', port, { ...headers, 'content-length': Buffer.byteLength(body) }, body, watch);
}
/** Opens a GET for events. `begun` resolves with the first bytes of the answer. */
export function get(port, headers, watch = {}) {
  const opened = open('GET', port, headers, '', watch);
  return { ...opened, begun: once(opened.sock, 'data') };
}
function open(method, port, headers, body, { onEvents = () => {}, until }) {
  const sock = net.connect(port, '127.0.0.1');
  const h = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    .map(([k, v]) => `${k}: ${v}\r\n`)
    .join('');
  sock.setNoDelay(true);
  sock.write(`${method} /mcp HTTP/1.1\r\n${h}\r\n${body}`);
  let tail = Buffer.alloc(0);
  let total = 0;
  let mark;
  let first;
  const done = new Promise((ok, no) => {
    sock.on('data', (d) => {
      first ??= d.toString('latin1', 0, 200);
      // keep a few bytes so that a mark split between chunks is still seen, without counting any twice
      const buf = tail.length ? Buffer.concat([tail, d]) : d;
      mark ??= buf.includes(MARK) ? MARK : buf.includes(MARK2) ? MARK2 : undefined;
      if (mark) {
        const n = countEvents(buf, 0, mark);
        if (n) {
          total += n;
          onEvents(n);
        }
      }
      if (until && buf.includes(until)) ok(total);
      const keep = Math.max(16, until ? until.length : 0);
      let t = buf.subarray(Math.max(0, buf.length - keep));
      // drop any complete mark from the kept tail
      if (mark) {
        const i = t.lastIndexOf(mark);
        if (i !== -1) t = t.subarray(i + mark.length);
      }
      tail = Buffer.from(t);
    });
    sock.on('error', no);
    sock.on('close', () => ok(total));
  });
  return { sock, done, first: () => first };
}
