import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuthInfo } from '../../../exchange/index.js';
import { maxStateLength, type RequestBinding } from './index.js';
import { ada, makeSealer, newKey, oldKey, order, orderWith, payload, refusal } from './sealed-call.test-support.js';

const sealer = makeSealer({ keys: [newKey, oldKey] }, 'bookshop');
const sealed = await sealer.seal(payload, order);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('changed text', () => {
  test('every bit of every byte counts', async () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (bytes[index] ?? 0) ^ (1 << (index % 8));
      await refusal(sealer, `v1.${changed.toString('base64url')}`);
    }
  });

  test('every character counts, the prefix and the last one too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sealed.length - 1),
        fc.constantFrom(...alphabet, '.', '=', '+', ' ', 'é'),
        async (at, char) => {
          fc.pre(sealed[at] !== char);
          await refusal(sealer, sealed.slice(0, at) + char + sealed.slice(at + 1));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('every length counts', async () => {
    for (let length = 0; length < sealed.length; length++) await refusal(sealer, sealed.slice(0, length));
    for (let start = 1; start < sealed.length; start += 7) await refusal(sealer, sealed.slice(start));
  });

  test.each(['-TAMPERED', 'A', 'AA', 'AAAA', '=', '==', ' ', '\n', '.', `.${sealed}`])(
    '%j at its end is refused',
    async (tail) => {
      await refusal(sealer, sealed + tail);
    },
  );

  test('stray bits in the last character are refused', async () => {
    for (const size of [1, 2, 3]) {
      const text = await sealer.seal({ pad: 'x'.repeat(size) }, order);
      const last = alphabet.indexOf(text.at(-1) ?? '');
      const variants = [...alphabet].filter((_, value) => value !== last).map((char) => text.slice(0, -1) + char);
      for (const variant of variants) await refusal(sealer, variant);
    }
  });

  test('the same bytes in another spelling are refused', async () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    const padded = bytes.toString('base64');
    if (padded !== sealed.slice(3)) expect(await refusal(sealer, `v1.${padded}`)).toBe('it is not canonical base64url');
    expect(await refusal(sealer, sealed.replace('v1.', 'V1.'))).toBe('it does not begin with "v1."');
    expect(await refusal(sealer, sealed.replace('v1.', 'v2.'))).toBe('it does not begin with "v1."');
  });

  test('the parts of two texts cannot be combined', async () => {
    const other = Buffer.from((await sealer.seal({ round: 2 }, order)).slice(3), 'base64url');
    const one = Buffer.from(sealed.slice(3), 'base64url');
    for (const cut of [5, 16, one.length - 16]) {
      const mixed = Buffer.concat([one.subarray(0, cut), other.subarray(cut)]);
      expect(await refusal(sealer, `v1.${mixed.toString('base64url')}`)).toContain('it does not decrypt');
    }
  });

  test('a text may not name another key than the one that sealed it', async () => {
    const byOld = await makeSealer({ keys: [oldKey] }, 'bookshop').seal(payload, order);
    const mixed = Buffer.from(sealed.slice(3), 'base64url');
    mixed.set(Buffer.from(byOld.slice(3), 'base64url').subarray(0, 4));
    expect(await refusal(sealer, `v1.${mixed.toString('base64url')}`)).toMatch(/does not decrypt/);
  });

  test('text that was never sealed is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), async (text) => {
        await refusal(sealer, text);
        await refusal(sealer, `v1.${text}`);
      }),
      { numRuns: 300 },
    );
  });

  test('text that is too long is refused unread', async () => {
    expect(await refusal(sealer, `v1.${'A'.repeat(maxStateLength)}`)).toBe(
      `it is not a text of at most ${maxStateLength} characters`,
    );
    expect(await refusal(sealer, 7 as unknown as string)).toContain('it is not a text'); // wrong on purpose
  });
});

describe('another request', () => {
  const elsewhere: [what: string, binding: RequestBinding, reason: string][] = [
    ['method', orderWith({ method: 'prompts/get' }), 'it is for another method'],
    ['tool', orderWith({ target: 'order_books' }), 'it is for another tool, prompt or resource'],
    ['argument', orderWith({ arguments: { title: 'Dune', copies: 3 } }), 'it is for other arguments'],
    ['set of arguments', orderWith({ arguments: { title: 'Dune' } }), 'it is for other arguments'],
    ['type of argument', orderWith({ arguments: { title: 'Dune', copies: '2' } }), 'it is for other arguments'],
    ['caller without a token', orderWith({ auth: undefined }), 'it is for another principal'],
    ['client', orderWith({ auth: { ...ada, clientId: 'app2' } }), 'it is for another principal'],
    ['issuer', orderWith({ auth: { ...ada, issuer: 'https://id.example/' } }), 'it is for another principal'],
    ['subject', orderWith({ auth: { ...ada, subject: 'bob' } }), 'it is for another principal'],
    ['caller without a subject', orderWith({ auth: { ...ada, subject: undefined } }), 'it is for another principal'],
  ];

  test.each(elsewhere)('another %s is refused', async (_, binding, reason) => {
    expect(await refusal(sealer, sealed, binding)).toBe(reason);
    const back = await sealer.seal(payload, binding);
    expect(await refusal(sealer, back)).toBe(reason);
  });

  test('another server, audience or key is refused', async () => {
    const keys = [newKey];
    expect(await refusal(makeSealer({ keys }, 'bookshop2'), sealed)).toBe('it is for another audience');
    const named = makeSealer({ keys, audience: 'shops' }, 'bookshop');
    expect(await refusal(named, sealed)).toBe('it is for another audience');
    const foreign = makeSealer({ keys: ['f'.repeat(32)] }, 'bookshop');
    expect(await refusal(foreign, sealed)).toMatch(/no key here|does not decrypt/);
    const other = makeSealer({ keys, audience: 'bookshop' }, 'bookshop2');
    expect(await other.open(sealed, order)).toEqual(payload);
  });

  test('whatever two requests differ in, state of one does not open for the other', async () => {
    const word = fc.string({ maxLength: 4 });
    const auth: fc.Arbitrary<AuthInfo | undefined> = fc.option(
      fc.record({ token: fc.constant('t'), scopes: fc.constant([]), clientId: word, issuer: word, subject: word }),
      { nil: undefined },
    );
    const binding = fc.record({
      method: fc.constantFrom('tools/call', 'prompts/get', 'resources/read'),
      target: word,
      arguments: fc.dictionary(word, fc.jsonValue()),
      auth,
    });
    const same = (one: RequestBinding, other: RequestBinding) => JSON.stringify(one) === JSON.stringify(other);
    await fc.assert(
      fc.asyncProperty(
        binding,
        binding,
        fc.constantFrom('method', 'target', 'arguments', 'auth'),
        async (a, b, field) => {
          fc.pre(!same(a, { ...a, [field]: b[field] }));
          const text = await sealer.seal(payload, a);
          expect(await sealer.open(text, a)).toEqual(payload);
          if (field !== 'arguments') await refusal(sealer, text, { ...a, [field]: b[field] });
          else if (Object.keys(a.arguments).sort().join() !== Object.keys(b.arguments).sort().join()) {
            await refusal(sealer, text, { ...a, arguments: b.arguments });
          }
        },
      ),
    );
  });
});
