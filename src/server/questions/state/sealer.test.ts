import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRequestStateSealer, frozenRequestStateError, InvalidRequestState, maxStateLength } from './index.js';
import {
  fakeClock,
  makeSealer,
  newKey,
  oldKey,
  order,
  orderWith,
  payload,
  refusal,
} from './sealed-call.test-support.js';

test('what was sealed comes back for the same request', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const text = await sealer.seal(payload, order);
  expect(text).toMatch(/^v1\.[\w-]+$/);
  expect(await sealer.open(text, order)).toEqual(payload);
  expect(await sealer.open(text, order)).toEqual(payload);
});

test('what seals is loaded with the first state, as a part that the end of the input waits for', async () => {
  vi.resetModules();
  const { partsLoading } = await import('../../../errors/index.js');
  const fresh = await import('./index.js');
  const sealer = fresh.createRequestStateSealer(undefined, 'bookshop');
  expect(partsLoading()).toBeUndefined();
  const sealing = sealer.seal(JSON.stringify(payload), order);
  expect(partsLoading()).toBeInstanceOf(Promise);
  expect(await sealer.open(await sealing, order)).toEqual(payload);
  expect(partsLoading()).toBeUndefined();
});

test('any JSON object comes back as JSON would bring it', async () => {
  const sealer = makeSealer({ keys: [newKey] }, 'bookshop');
  const objects = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(objects, async (state) => {
      const opened = await sealer.open(await sealer.seal(state, order), order);
      expect(JSON.stringify(opened)).toBe(JSON.stringify(JSON.parse(JSON.stringify(state))));
    }),
  );
});

test('nothing of the state can be read in the text, and no two texts are alike', async () => {
  const sealer = makeSealer({ keys: [newKey] }, 'bookshop');
  const one = await sealer.seal(payload, order);
  const other = await sealer.seal(payload, order);
  expect(one).not.toBe(other);
  const bytes = Buffer.from(one.slice(3), 'base64url').toString('latin1');
  for (const secret of ['confirm', 'order_book', 'bookshop', 'ada', 'answers']) expect(bytes).not.toContain(secret);
});

test('arguments are compared as JSON: the order of keys does not matter, and none are the same as an empty object', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const text = await sealer.seal(payload, order);
  expect(await sealer.open(text, orderWith({ arguments: { copies: 2.0, title: 'Dune' } }))).toEqual(payload);
  const bare = await sealer.seal(payload, orderWith({ arguments: undefined }));
  expect(await sealer.open(bare, orderWith({ arguments: {} }))).toEqual(payload);
  expect(await refusal(sealer, bare, orderWith({ arguments: null }))).toBe('it is for other arguments');
});

test('long arguments are bound as well as short ones', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const lengths = [1, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 1000, 100_000];
  for (const length of lengths) {
    const title = 'é'.repeat(length);
    const text = await sealer.seal(payload, orderWith({ arguments: { title } }));
    expect(await sealer.open(text, orderWith({ arguments: { title } }))).toEqual(payload);
    for (const other of [`${title}é`, title.slice(1), `${title.slice(1)}e`])
      expect(await refusal(sealer, text, orderWith({ arguments: { title: other } }))).toBe('it is for other arguments');
  }
});

test('what takes no time is sealed and opened at once', async () => {
  const sealer = createRequestStateSealer({ keys: [newKey] }, 'bookshop');
  await sealer.seal('{}', order);
  const text = sealer.seal('{"round":1}', order);
  expect(text).toBeTypeOf('string');
  expect(sealer.open(String(text), order)).toEqual({ round: 1 });
});

test('another process with the same keys opens it', async () => {
  const one = makeSealer({ keys: [newKey, oldKey] }, 'bookshop');
  const other = makeSealer({ keys: [new TextEncoder().encode(newKey)] }, 'bookshop');
  expect(await other.open(await one.seal(payload, order), order)).toEqual(payload);
  expect(await one.open(await other.seal(payload, order), order)).toEqual(payload);
});

test('the default key is the own of each sealer', async () => {
  const text = await makeSealer(undefined, 'bookshop').seal(payload, order);
  expect(await refusal(makeSealer(undefined, 'bookshop'), text)).toMatch(/no key here|does not decrypt/);
});

test('keys rotate: the first seals, all open', async () => {
  const before = makeSealer({ keys: [oldKey] }, 'bookshop');
  const during = makeSealer({ keys: [newKey, oldKey] }, 'bookshop');
  const after = makeSealer({ keys: [newKey] }, 'bookshop');
  const old = await before.seal(payload, order);
  const fresh = await during.seal(payload, order);
  expect(await during.open(old, order)).toEqual(payload);
  expect(await after.open(fresh, order)).toEqual(payload);
  expect(await refusal(before, fresh)).toBe('no key here has the id that it names');
  expect(await refusal(after, old)).toBe('no key here has the id that it names');
});

test('key bytes that are wiped after the sealer was made still count', async () => {
  const bytes = new TextEncoder().encode(newKey);
  const sealer = makeSealer({ keys: [bytes] }, 'bookshop');
  bytes.fill(0);
  const other = makeSealer({ keys: [newKey] }, 'bookshop');
  expect(await other.open(await sealer.seal(payload, order), order)).toEqual(payload);
});

test('many are sealed and opened at the same time', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const calls = Array.from({ length: 50 }, (_, id) => ({ id, binding: orderWith({ arguments: { id } }) }));
  const opened = await Promise.all(
    calls.map(async ({ id, binding }) => sealer.open(await sealer.seal({ id }, binding), binding)),
  );
  expect(opened).toEqual(calls.map(({ id }) => ({ id })));
});

test('state lives for its ttl, 600 s by default, and no millisecond longer', async () => {
  for (const [options, seconds] of [
    [undefined, 600],
    [{ ttl: 30 }, 30],
  ] as const) {
    const clock = fakeClock();
    const sealer = makeSealer(options, 'bookshop', clock.read);
    const text = await sealer.seal(payload, order);
    clock.now += seconds * 1000 - 1;
    expect(await sealer.open(text, order)).toEqual(payload);
    clock.now += 1;
    expect(await refusal(sealer, text)).toBe('it has expired');
  }
});

test('a shorter ttl that is set later counts for state made before, a longer one does not', async () => {
  const clock = fakeClock();
  const sealerOf = (ttl: number) => makeSealer({ keys: [newKey], ttl }, 'bookshop', clock.read);
  const text = await sealerOf(100).seal(payload, order);
  clock.now += 50_000;
  expect(await refusal(sealerOf(20), text)).toBe('it has expired');
  expect(await sealerOf(100).open(text, order)).toEqual(payload);
  clock.now += 50_000;
  expect(await refusal(sealerOf(1000), text)).toBe('it has expired');
});

test('clocks may differ by 60 s', async () => {
  const clock = fakeClock();
  const sealer = makeSealer(undefined, 'bookshop', clock.read);
  const text = await sealer.seal(payload, order);
  clock.now -= 60_000;
  expect(await sealer.open(text, order)).toEqual(payload);
  clock.now -= 1;
  expect(await refusal(sealer, text)).toBe('it is dated more than 60 s in the future');
});

test('a clock that gives no time opens nothing', async () => {
  const clock = fakeClock();
  const sealer = makeSealer(undefined, 'bookshop', clock.read);
  const text = await sealer.seal(payload, order);
  clock.now = Number.NaN;
  expect(await refusal(sealer, text)).toBe('it has expired');
});

test('the longest ttl still gives a time', async () => {
  const sealer = makeSealer({ ttl: Number.MAX_VALUE }, 'bookshop');
  expect(await sealer.open(await sealer.seal(payload, order), order)).toEqual(payload);
});

test('state that is too long to be opened is not made', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const fits = { big: 'x'.repeat(190_000) };
  const text = await sealer.seal(fits, order);
  expect(text.length).toBeLessThanOrEqual(maxStateLength);
  expect(await sealer.open(text, order)).toEqual(fits);
  await expect(sealer.seal({ big: 'x'.repeat(200_000) }, order)).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringMatching(/^A requestState of \d+ characters cannot be sent: at most 262144/),
  });
});

test('arguments that nest too deep cannot be bound, and never open anything', async () => {
  const sealer = makeSealer(undefined, 'bookshop');
  const deep = orderWith({ arguments: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) });
  await expect(sealer.seal(payload, deep)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  const text = await sealer.seal(payload, order);
  expect(await refusal(sealer, text, deep)).toBe('the arguments that came with it cannot be compared');
});

test('the frozen answer has no data and no reason', () => {
  const error = frozenRequestStateError();
  expect(error).toMatchObject({ jsonRpcCode: -32602, message: 'Invalid or expired requestState' });
  expect(error.data).toBeUndefined();
  expect(error.cause).toBeUndefined();
});

test('an InvalidRequestState of another copy of the package is known', () => {
  expect(InvalidRequestState.is({ [Symbol.for('parley-mcp.invalid-request-state')]: true })).toBe(true);
  expect(InvalidRequestState.is(new Error('x'))).toBe(false);
  expect(InvalidRequestState.is(undefined)).toBe(false);
  expect(new InvalidRequestState().message).toBe('The requestState was refused: the codec does not recognise it.');
});
