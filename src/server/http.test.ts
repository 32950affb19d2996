import { describe, expect, it } from 'vitest';
import { createHttpHandler } from '../hosts/fetch/index.js';
import { McpServer } from '../mcp-server/index.js';
import type { Logger } from '../types/index.js';
import type { Authenticator } from './index.js';

const info = { name: 'till', version: '1' };

function logbook() {
  const errors: unknown[][] = [];
  const logger: Logger = { debug() {}, info() {}, warn() {}, error: (...line) => void errors.push(line) };
  return { errors, logger };
}

const post = () =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });

describe('an authenticator that fails', () => {
  it.each([
    ['throws at once', { authenticate: () => fail() }],
    ['rejects', { authenticate: () => Promise.reject(new Error('no key')) }],
    ['gives nothing', { authenticate: () => undefined as never }],
  ] satisfies [string, Authenticator][])('lets nobody in, and the log says why: one that %s', async (_what, auth) => {
    for (const lifespan of [undefined, () => ({})]) {
      const { errors, logger } = logbook();
      const handler = createHttpHandler(new McpServer({ ...info, logger, lifespan }), { auth });
      const response = await handler.fetch(post());
      expect(response.status).toBe(500);
      expect(await response.text()).toContain('Internal server error');
      expect(errors).toEqual([['The caller could not be authenticated.', expect.any(Error)]]);
    }
  });
});

function fail(): never {
  throw new Error('no key');
}
