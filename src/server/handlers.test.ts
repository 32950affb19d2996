import { expect, it } from 'vitest';
import { customHandler } from './handlers.js';

it('A parameter called __proto__ does not get past the schema of a method of one’s own', async () => {
  const schema = { type: 'object', properties: { copies: { type: 'integer' } } } as const;
  const entry = customHandler('acme/count', schema, ({ copies, admin }) => ({
    copies: copies ?? null,
    admin: admin ?? null,
  }));
  const params = JSON.parse('{"_meta":{},"__proto__":{"copies":"many","admin":true}}');
  expect(await entry.run(params, undefined)).toEqual({ copies: null, admin: null });
});
