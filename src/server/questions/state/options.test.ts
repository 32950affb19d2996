import { expect, test } from 'vitest';
import { createRequestStateSealer, type RequestStateOptions } from './index.js';
import { newKey, oldKey } from './sealed-call.test-support.js';

const codec = { seal: (text: string) => text, unseal: (text: string) => text };
const bytes = (text: string) => new TextEncoder().encode(text);

const wrong: [name: string, options: unknown, sentence: string][] = [
  ['an empty list of keys', { keys: [] }, 'keys has to be a list of at least one key; received an empty list.'],
  ['keys that are undefined', { keys: undefined }, 'keys has to be a list of at least one key; received undefined.'],
  ['a key that is not in a list', { keys: newKey }, 'keys has to be a list of at least one key; received string.'],
  [
    'a key that is missing',
    { keys: [newKey, undefined] },
    'keys[1] has to be a text or a Uint8Array; received undefined.',
  ],
  [
    'a key of 31 bytes',
    { keys: [newKey, 'x'.repeat(31)] },
    'keys[1] has 31 bytes; at least 32 random ones are needed.',
  ],
  ['short bytes', { keys: [new Uint8Array(16)] }, 'keys[0] has 16 bytes; at least 32 random ones are needed.'],
  ['a key that comes twice', { keys: [newKey, oldKey, newKey] }, 'keys[2] is the same key as requestState.keys[0].'],
  ['text and bytes of one key', { keys: [oldKey, bytes(oldKey)] }, 'keys[1] is the same key as requestState.keys[0].'],
  [
    'keys beside a codec',
    { keys: [newKey], codec },
    'codec and requestState.keys exclude each other: give one of them.',
  ],
  ['a codec that is undefined', { codec: undefined }, 'codec has to be an object with the functions seal and unseal.'],
  ['a codec that cannot unseal', { codec: { seal: codec.seal } }, 'codec has to be an object with the functions'],
  ['a ttl of 0', { ttl: 0 }, 'ttl has to be a finite number of seconds above 0; received 0.'],
  ['a ttl below 0', { ttl: -1 }, 'ttl has to be a finite number of seconds above 0; received -1.'],
  ['a ttl without an end', { ttl: Infinity }, 'ttl has to be a finite number of seconds above 0; received Infinity.'],
  ['a ttl that is no number', { ttl: Number.NaN }, 'ttl has to be a finite number of seconds above 0; received NaN.'],
  ['a ttl in words', { ttl: '600' }, 'ttl has to be a finite number of seconds above 0; received 600.'],
  ['an empty audience', { audience: '' }, 'audience has to be a text of at least one character; received string.'],
  ['an audience in numbers', { audience: 1 }, 'audience has to be a text of at least one character; received number.'],
  ['bindPrincipal: true', { bindPrincipal: true }, 'bindPrincipal has to be a function, or false to switch it off;'],
];

test.each(wrong)('%s is refused with a sentence', (_, options, sentence) => {
  const create = () => createRequestStateSealer(options as RequestStateOptions, 'bookshop'); // wrong on purpose
  expect(create).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  expect(create).toThrow(`The option requestState.${sentence}`);
});

test('a server without a name has to give the audience', () => {
  expect(() => createRequestStateSealer({ keys: [newKey] }, '')).toThrow('requestState.audience is needed');
  expect(() => createRequestStateSealer({ keys: [newKey], audience: 'shops' }, '')).not.toThrow();
  expect(() => createRequestStateSealer(undefined, '')).not.toThrow();
});

test('no sentence holds a key', () => {
  const key = 'sesame-opens-the-cave-of-wonders';
  const create = () => createRequestStateSealer({ keys: [key, key] }, 'bookshop');
  expect(create).toThrow(expect.not.objectContaining({ message: expect.stringContaining('sesame') }));
});

test('32 bytes count after UTF-8', () => {
  expect(() => createRequestStateSealer({ keys: ['é'.repeat(16)] }, 'bookshop')).not.toThrow();
  expect(() => createRequestStateSealer({ keys: ['é'.repeat(15)] }, 'bookshop')).toThrow('has 30 bytes');
});

test('a context of its own type can be named in bindPrincipal', () => {
  const options: RequestStateOptions<{ tenant: string }> = { bindPrincipal: (ctx) => ctx.tenant };
  expect(() => createRequestStateSealer(options, 'bookshop')).not.toThrow();
  // @ts-expect-error keys and codec exclude each other
  const both: RequestStateOptions = { keys: [newKey], codec };
  expect(both).toBeDefined();
});
