// Wire messages and headers for each protocol mode. Nothing here depends on an SDK.
export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const P = 'io.modelcontextprotocol/';
export const MODERN_META = {
  [`${P}protocolVersion`]: MODERN,
  [`${P}clientInfo`]: { name: 'bench', version: '1.0.0' },
  [`${P}clientCapabilities`]: {},
};
export const ID_MARK = 999999999; // the load generators replace this with a fresh nine-digit id

export function message(mode, method, params = {}, id = ID_MARK, meta = {}) {
  const m = mode === 'modern' ? { ...MODERN_META, ...meta } : meta;
  const withMeta = Object.keys(m).length ? { ...params, _meta: m } : params;
  return { jsonrpc: '2.0', id, method, params: withMeta };
}
export function headers(mode, method, params = {}, session) {
  const h = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (mode === 'modern') {
    h['mcp-protocol-version'] = MODERN;
    h['mcp-method'] = method;
    const name = params.name ?? params.uri;
    if (name) h['mcp-name'] = name;
  } else if (method !== 'initialize') {
    h['mcp-protocol-version'] = LEGACY;
  }
  if (session) h['mcp-session-id'] = session;
  return h;
}
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Opens a legacy session over HTTP when the mode needs one; returns its id. */
export async function openSession(url, mode) {
  if (mode !== 'legacy-session') return undefined;
  const r = await fetch(url, {
    method: 'POST',
    headers: headers(mode, 'initialize'),
    body: JSON.stringify(initialize),
  });
  await r.text();
  const session = r.headers.get('mcp-session-id');
  if (!session) throw new Error(`no session id (HTTP ${r.status})`);
  const n = await fetch(url, {
    method: 'POST',
    headers: headers(mode, 'notifications/initialized', {}, session),
    body: JSON.stringify(initialized),
  });
  await n.text();
  return session;
}
/** The JSON-RPC reply with this id inside a JSON or SSE body. */
export function parseReply(contentType, body, id) {
  const texts = contentType?.includes('event-stream')
    ? body
        .split('\n')
        .filter((l) => l.startsWith('data:') && l.length > 6)
        .map((l) => l.slice(5))
    : [body];
  const all = texts.map((t) => JSON.parse(t));
  return all.find((m) => m.id === id) ?? all.at(-1);
}
