// Drives a server over its standard streams: NDJSON, no SDK involved.
import { initialize, initialized, message } from './messages.mjs';
import { startPinned } from './proc.mjs';

const params = { name: 'add', arguments: { a: 2, b: 3 } };

/** Starts a target's stdio server. `open` shakes hands where the era has that. */
export function connect(target, era, { nodeArgs } = {}) {
  const env = { ERA: era, TOOLS: '0' };
  const child = startPinned(target.stdio.cmd, { env, nodeArgs, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  let parts = [];
  let serial = 1_000_000;
  let onLine = () => {};
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (data) => {
    if (!data.includes('\n')) {
      parts.push(data);
      return;
    }
    const lines = (parts.join('') + data).split('\n');
    const rest = lines.pop();
    parts = rest === '' ? [] : [rest];
    for (const line of lines) if (line !== '') onLine(line);
  });
  const send = (sent) => child.stdin.write(`${JSON.stringify(sent)}\n`);

  /** Sends `count` calls with `window` of them in flight; resolves when all are answered. */
  const calls = (count, window) =>
    new Promise((resolve, reject) => {
      let sent = 0;
      let got = 0;
      child.once('exit', (code) => reject(new Error(`exited ${code}: ${child.errText}`)));
      const next = () => {
        sent++;
        send(message(era === 'modern' ? 'modern' : 'legacy', 'tools/call', params, sent));
      };
      onLine = (line) => {
        const reply = JSON.parse(line);
        if (reply.id === undefined || reply.method) return;
        if (reply.result?.content?.[0]?.text !== '5') {
          reject(new Error(line.slice(0, 300)));
          return;
        }
        got++;
        if (sent < count) next();
        else if (got === count) {
          child.removeAllListeners('exit');
          resolve();
        }
      };
      for (let i = 0; i < Math.min(window, count); i++) next();
    });

  /** Sends one call; resolves to its result, and rejects when there is none within 20 seconds. */
  const call = (name, args) =>
    new Promise((resolve, reject) => {
      const silence = () => reject(new Error(`no answer in 20 seconds: ${child.errText.slice(-200)}`));
      const timer = setTimeout(silence, 20_000);
      child.once('exit', (code) => reject(new Error(`exited ${code}: ${child.errText}`)));
      onLine = (line) => {
        const reply = JSON.parse(line);
        if (reply.id === undefined || reply.method) return;
        child.removeAllListeners('exit');
        clearTimeout(timer);
        if (reply.result === undefined) reject(new Error(line.slice(0, 300)));
        else resolve(reply.result);
      };
      serial++;
      send(message(era === 'modern' ? 'modern' : 'legacy', 'tools/call', { name, arguments: args }, serial));
    });

  const open = () =>
    era === 'modern'
      ? Promise.resolve()
      : new Promise((resolve, reject) => {
          onLine = (line) => {
            if (JSON.parse(line).id !== 1) return;
            send(initialized);
            resolve();
          };
          setTimeout(() => reject(new Error(`no initialize reply: ${child.errText}`)), 10_000).unref();
          send(initialize);
        });
  return { child, calls, call, open };
}
