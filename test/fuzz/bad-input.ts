import fc from 'fast-check';

/** A message as JSON would give it. */
export type Json = { [name: string]: unknown };

const modernMeta: Json = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The opening of a legacy connection. */
export const opening: Json = {
  jsonrpc: '2.0',
  id: 'open',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1.0.0' } },
};

const legacyRequests: Json[] = [
  { method: 'tools/call', params: { name: 'greet', arguments: { name: 'Ada' } } },
  { method: 'tools/list', params: {} },
  { method: 'resources/read', params: { uri: 'stock://dune' } },
  { method: 'prompts/get', params: { name: 'recommend', arguments: { genre: 'crime' } } },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'recommend' }, argument: { name: 'genre', value: 'c' } },
  },
  { method: 'ping' },
];

/** Good requests of either era, to be broken. */
export const requests: readonly Json[] = [
  opening,
  ...legacyRequests.map((request, index) => ({ jsonrpc: '2.0', id: index, ...request })),
  ...legacyRequests.map((request, index) => ({
    jsonrpc: '2.0',
    id: `modern-${index}`,
    ...request,
    params: { ...Object(request.params), _meta: modernMeta },
  })),
  { jsonrpc: '2.0', id: 'discover', method: 'server/discover', params: { _meta: modernMeta } },
];

/** A request that succeeds on every connection that does not know its era yet, or knows it to be modern. */
export const goodModern: Json = { jsonrpc: '2.0', id: 'good', method: 'tools/list', params: { _meta: modernMeta } };
/** A request that succeeds on a legacy connection. */
export const goodLegacy: Json = { jsonrpc: '2.0', id: 'good', method: 'tools/list' };

const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '__proto__',
  [],
  [[]],
  {},
  { toString: 1 },
  JSON.parse('{"then":1}'),
  { length: -1 },
];

/** Any JSON value, with those that are known to break things more often than chance would have it. */
export const anyValue = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 }));

/** The paths of all fields in a value. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])]);
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return by;
  const copy: Json = { ...Object(value) };
  if (rest.length === 0 && by === undefined) delete copy[name];
  else copy[name] = replaced(copy[name], rest, by);
  return copy;
}

const broken = fc.constantFrom(...requests).chain((request) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(request)), fc.oneof(anyValue, fc.constant(undefined))), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => changes.reduce<unknown>((message, [path, value]) => replaced(message, path, value), request)),
);

/** Good requests with wrong or missing values in up to three fields; huge ids and odd names among them. */
export const brokenMessage = fc.oneof(
  { weight: 6, arbitrary: broken },
  {
    weight: 2,
    arbitrary: fc.record(
      { jsonrpc: fc.constant('2.0'), id: anyValue, method: anyValue, params: anyValue },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: anyValue },
);

const deep = fc.integer({ min: 1, max: 20_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
const deepParams = fc
  .integer({ min: 1, max: 5_000 })
  .map(
    (depth) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`,
  );
const truncated = fc
  .tuple(fc.constantFrom(...requests), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([request, share]) => JSON.stringify(request).slice(0, Math.floor(JSON.stringify(request).length * share)));
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder('latin1').decode(bytes));
const bigNumbers = fc
  .bigInt({ min: 2n ** 53n, max: 2n ** 200n })
  .map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
const repeated = fc.constantFrom(
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"tools/list"}',
  '{"__proto__":{"id":1},"jsonrpc":"2.0"}',
);

/** Text that is no message, or a broken one; without line breaks. */
export const badText = fc
  .oneof(
    { weight: 6, arbitrary: brokenMessage.map((message) => JSON.stringify(message) ?? 'undefined') },
    { weight: 2, arbitrary: truncated },
    { weight: 2, arbitrary: noise },
    { weight: 1, arbitrary: bigNumbers },
    { weight: 1, arbitrary: repeated },
    { weight: 1, arbitrary: fc.oneof(deep, deepParams) },
  )
  .map((text) => text.replace(/[\r\n]/g, ' '));
