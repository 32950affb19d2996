import { expect, test } from 'vitest';
import type { BindPrincipal } from './index.js';
import {
  ada,
  internalFailure,
  makeSealer,
  newKey,
  order,
  orderWith,
  payload,
  refusal,
} from './sealed-call.test-support.js';

const bound = (bindPrincipal: BindPrincipal<{ tenant?: unknown }> | false) =>
  makeSealer({ keys: [newKey], bindPrincipal }, 'bookshop');

test('a token that was renewed is the same principal', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const text = await sealer.seal(payload, order);
  const renewed = { ...ada, token: 't2', scopes: ['more'], expiresAt: 1 };
  expect(await sealer.open(text, orderWith({ auth: renewed }))).toEqual(payload);
});

test('parts of a principal cannot be shifted into each other', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const auth = { token: 't', scopes: [], clientId: 'a', issuer: 'b', subject: 'c' };
  const text = await sealer.seal(payload, orderWith({ auth }));
  for (const other of [
    { clientId: 'a","b', issuer: 'c', subject: undefined },
    { clientId: 'ab', issuer: '', subject: 'c' },
    { clientId: 'a', issuer: 'c', subject: 'b' },
    { clientId: 'a', issuer: undefined, subject: 'c' },
  ]) {
    expect(await refusal(sealer, text, orderWith({ auth: { ...auth, ...other } }))).toBe('it is for another principal');
  }
});

test('bindPrincipal is given the context and the token, may be asynchronous, and replaces the default', async () => {
  const seen: unknown[] = [];
  const sealer = bound(async (ctx, auth) => {
    seen.push(ctx, auth);
    return String(ctx.tenant);
  });
  const text = await sealer.seal(payload, orderWith({ ctx: { tenant: 'a' } }));
  expect(await sealer.open(text, orderWith({ ctx: { tenant: 'a' }, auth: undefined }))).toEqual(payload);
  expect(await refusal(sealer, text, orderWith({ ctx: { tenant: 'b' } }))).toBe('it is for another principal');
  expect(seen).toEqual([{ tenant: 'a' }, ada, { tenant: 'a' }, undefined, { tenant: 'b' }, ada]);
});

test('nobody in particular is not the empty principal, and neither opens the state of the other', async () => {
  const nobody = bound(() => undefined);
  const empty = bound(() => '');
  const text = await nobody.seal(payload, order);
  expect(await nobody.open(text, orderWith({ auth: undefined }))).toEqual(payload);
  expect(await refusal(empty, text)).toBe('it is for another principal');
  expect(await refusal(nobody, await empty.seal(payload, order))).toBe('it is for another principal');
});

test('a principal of bindPrincipal is never taken for one of a token', async () => {
  const own = bound(() => JSON.stringify(['token', ada.clientId, ada.issuer, ada.subject]));
  const text = await own.seal(payload, order);
  expect(await refusal(makeSealer({ keys: [newKey] }, 'bookshop'), text)).toBe('it is for another principal');
});

test('bindPrincipal: false lets anyone use the state', async () => {
  const sealer = bound(false);
  const text = await sealer.seal(payload, order);
  expect(await sealer.open(text, orderWith({ auth: { ...ada, subject: 'bob' } }))).toEqual(payload);
  expect(await sealer.open(text, orderWith({ auth: undefined }))).toEqual(payload);
});

const failures: [what: string, bind: BindPrincipal][] = [
  ['throws', () => JSON.parse('{')],
  ['rejects', () => Promise.reject(new Error('directory down'))],
  ['gives null', () => null as unknown as undefined], // wrong on purpose
  ['gives a number', async () => 7 as unknown as string], // wrong on purpose
];

test.each(failures)('a bindPrincipal that %s fails closed', async (_, bind) => {
  const sealer = makeSealer({ keys: [newKey], bindPrincipal: bind }, 'bookshop');
  const text = await bound(() => undefined).seal(payload, order);
  expect(await refusal(sealer, text)).toBe('its principal could not be told');
  const { sentence, cause } = await internalFailure(sealer.seal(payload, order));
  expect(sentence).toBe('The principal of a requestState could not be told');
  expect(cause).toBeInstanceOf(Error);
});

test('a token that names nobody fails closed', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const auth = { token: 't', scopes: [] } as unknown as typeof ada; // what a verifier in JavaScript may give
  expect((await internalFailure(sealer.seal(payload, orderWith({ auth })))).cause).toMatchObject({
    message: expect.stringContaining('set requestState.bindPrincipal'),
  });
});

test('the state asks for the principal only after it was opened', async () => {
  let asked = 0;
  const sealer = bound(() => String(asked++));
  await refusal(sealer, 'v1.AAAA');
  expect(asked).toBe(0);
});
