import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpHead } from '../../transports/http/ports.js';
import { guards, type JsonRpcRequest, metaKeys } from '../../types/index.js';
import type { ServerPort } from '../server-port.js';
import { refusalOf } from './http-refusals.js';
import { isInOrder, isUsualCapabilities } from './in-order.js';
import { latestModernVersion } from './version.js';

// As much of a port and of a head as is read here.
const port = {
  nameParam: (method: string) => (method === 'tools/call' ? 'name' : undefined),
  headerParams: () => undefined,
} as unknown as ServerPort;

const version = latestModernVersion;
const orElse = (usual: unknown, ...others: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const someMeta = fc.record(
  {
    [metaKeys.protocolVersion]: orElse(version, '2025-11-25', '1', 7),
    [metaKeys.clientCapabilities]: orElse({}, { roots: {} }, { roots: 1 }, []),
    [metaKeys.clientInfo]: orElse({ name: 'c', version: '1' }, 'c'),
    [metaKeys.logLevel]: orElse('info', 'loud', 0),
  },
  { requiredKeys: [] },
);
const someParams = fc.record(
  { name: orElse('é', 'greet', 7), _meta: fc.oneof({ weight: 9, arbitrary: someMeta }, fc.constant([])) },
  { requiredKeys: [] },
);
const someHead = fc.record(
  {
    protocolVersion: orElse(version, '2025-11-25', '1'),
    mcpMethod: orElse('tools/call', 'tools/list'),
    mcpName: orElse('é', 'greet', '=?base64?w6k=?='),
    duplicate: orElse(undefined, 'Mcp-Name'),
  },
  { requiredKeys: [] },
);

test('what seems to be in order is never refused, and a name in base64 is not either, for which a closer look is needed', () => {
  let inOrder = 0;
  fc.assert(
    fc.property(someParams, someHead, (params, head) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params } as JsonRpcRequest;
      if (!isInOrder(message, head as HttpHead, port)) return;
      inOrder++;
      expect(refusalOf(message, head as HttpHead, port)).toBeUndefined();
    }),
    { numRuns: 3000 },
  );
  expect(inOrder).toBeGreaterThan(50);
  const _meta = { [metaKeys.protocolVersion]: version, [metaKeys.clientCapabilities]: {} };
  const message: JsonRpcRequest = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'é', _meta } };
  const head = { protocolVersion: version, mcpMethod: 'tools/call', mcpName: '=?base64?w6k=?=' } as HttpHead;
  expect(isInOrder(message, head, port)).toBe(false);
  expect(refusalOf(message, head, port)).toBeUndefined();
});

test('what clients say that they can is let pass at once only where its guard would', () => {
  const some = fc.oneof(fc.constantFrom<unknown>({}, true, 7, null, 'text', [], undefined), fc.jsonValue());
  const inner = fc.dictionary(
    fc.constantFrom('listChanged', 'tools', 'context', 'form', 'url', 'acme/one'),
    orElse({}, true, 7, null, [], { deep: 1 }),
  );
  const names = ['experimental', 'extensions', 'roots', 'sampling', 'elicitation', 'tasks', 'later'];
  const capabilities = fc.dictionary(fc.constantFrom(...names), fc.oneof({ weight: 6, arbitrary: inner }, some));
  let usual = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: capabilities }, some), (value) => {
      if (!isUsualCapabilities(value)) return;
      usual++;
      expect(guards.clientCapabilities(value, '')).toBeUndefined();
    }),
    { numRuns: 5000 },
  );
  expect(usual).toBeGreaterThan(500);
  for (const real of [
    {},
    { roots: { listChanged: true }, sampling: { tools: {} }, elicitation: { form: {}, url: {} } },
  ])
    expect(isUsualCapabilities(real)).toBe(true);
  for (const wrong of [{ roots: { listChanged: {} } }, { roots: 7 }, { sampling: { tools: 1 } }, [], null, undefined])
    expect(isUsualCapabilities(wrong)).toBe(false);
});
