import { expect, test } from 'vitest';
import { McpError } from '../../../errors/index.js';
import { InvalidRequestState, maxStateLength, type RequestStateCodec } from './index.js';
import {
  ada,
  fakeClock,
  internalFailure,
  makeSealer,
  order,
  orderWith,
  payload,
  refusal,
} from './sealed-call.test-support.js';

const plain: RequestStateCodec = {
  seal: (text) => `kms:${text}`,
  unseal: (text) => {
    if (!text.startsWith('kms:')) throw new InvalidRequestState();
    return text.slice(4);
  },
};

/** Where the claims are in what is sealed. */
const at = { version: 0, issued: 1, expires: 2, args: 5, principal: 7, payload: 8 };

const sealerOf = (codec: RequestStateCodec, clock?: () => number) => makeSealer({ codec, ttl: 60 }, 'bookshop', clock);

test('a codec may be asynchronous', async () => {
  const sealer = sealerOf({ seal: async (text) => plain.seal(text), unseal: async (text) => plain.unseal(text) });
  const text = await sealer.seal(payload, order);
  expect(text).toMatch(/^kms:\[/);
  expect(await sealer.open(text, order)).toEqual(payload);
});

test('a codec may be an object with methods that use this', async () => {
  class Vault {
    readonly #box = new Map<string, string>();
    seal(text: string): string {
      this.#box.set('7', text);
      return '7';
    }
    unseal(text: string): string {
      return this.#box.get(text) ?? '';
    }
  }
  const sealer = sealerOf(new Vault());
  expect(await sealer.open(await sealer.seal(payload, order), order)).toEqual(payload);
});

test('time, principal and request are checked whatever the codec does', async () => {
  const clock = fakeClock();
  const sealer = sealerOf(plain, clock.read);
  const text = await sealer.seal(payload, order);
  expect(await refusal(sealer, text, orderWith({ method: 'resources/read' }))).toBe('it is for another method');
  expect(await refusal(sealer, text, orderWith({ target: 'x' }))).toBe('it is for another tool, prompt or resource');
  expect(await refusal(sealer, text, orderWith({ arguments: {} }))).toBe('it is for other arguments');
  expect(await refusal(sealer, text, orderWith({ auth: { ...ada, subject: 'b' } }))).toBe(
    'it is for another principal',
  );
  expect(await refusal(makeSealer({ codec: plain }, 'x', clock.read), text)).toBe('it is for another audience');
  clock.now += 60_000;
  expect(await refusal(sealer, text)).toBe('it has expired');
  clock.now -= 60_000 + 60_001;
  expect(await refusal(sealer, text)).toBe('it is dated more than 60 s in the future');
});

test('a plaintext names no principal in the clear, and the same one differently each time', async () => {
  const sealer = sealerOf(plain);
  const claims = async () => JSON.parse((await sealer.seal(payload, order)).slice(4));
  const [one, other] = [await claims(), await claims()];
  expect(JSON.stringify(one)).not.toMatch(/ada|id\.example/);
  expect(one[at.principal]).not.toBe(other[at.principal]);
  expect(one[at.args]).toBe(other[at.args]);
});

test('state that the codec does not know is refused', async () => {
  expect(await refusal(sealerOf(plain), 'other')).toBe('the codec does not recognise it');
  const rejecting = sealerOf({
    seal: plain.seal,
    unseal: () => Promise.reject(new InvalidRequestState('the tag is wrong')),
  });
  expect(await refusal(rejecting, 'other')).toBe('the tag is wrong');
});

test('any other failure of the codec is an internal error with its cause, never what it threw', async () => {
  const failures = [new Error('KMS down'), new McpError('INVALID_PARAMS', 'secret'), 'a string', undefined];
  for (const failure of failures) {
    const fail = () => {
      throw failure;
    };
    const opening = await internalFailure(sealerOf({ seal: plain.seal, unseal: fail }).open('x', order));
    expect(opening).toEqual({ sentence: 'The requestState could not be unsealed', cause: failure });
    const sealing = await internalFailure(sealerOf({ seal: fail, unseal: plain.unseal }).seal(payload, order));
    expect(sealing).toEqual({ sentence: 'The requestState could not be sealed', cause: failure });
  }
});

test('a codec that says "not mine" while sealing has failed', async () => {
  const codec = { seal: () => Promise.reject(new InvalidRequestState()), unseal: plain.unseal };
  expect((await internalFailure(sealerOf(codec).seal(payload, order))).cause).toBeInstanceOf(InvalidRequestState);
});

test('a codec that gives no text has failed', async () => {
  for (const value of [undefined, null, 7, new Uint8Array(3)]) {
    const give = () => value as unknown as string; // wrong on purpose
    expect((await internalFailure(sealerOf({ seal: give, unseal: give }).seal(payload, order))).cause).toBeInstanceOf(
      TypeError,
    );
    expect((await internalFailure(sealerOf({ seal: give, unseal: give }).open('x', order))).cause).toBeInstanceOf(
      TypeError,
    );
  }
  const empty = { seal: () => '', unseal: () => '' };
  expect((await internalFailure(sealerOf(empty).seal(payload, order))).cause).toBeInstanceOf(TypeError);
});

test('what a codec opens still has to be claims of ours', async () => {
  const sealer = sealerOf(plain);
  const good: unknown[] = JSON.parse((await sealer.seal(payload, order)).slice(4));
  const changed = (index: number, value: unknown) => good.map((claim, other) => (other === index ? value : claim));
  const { version, issued, expires, principal } = at;
  const bad: unknown[] = [
    ...good.map((_, index) => changed(index, null)),
    ...good.map((_, index) => good.slice(0, index)),
    ...good.map((_, index) => good.filter((_, other) => other !== index)),
    ...good.map((claim, index) => changed(index, `${claim}x`)),
    changed(principal, ''),
    changed(principal, undefined),
    changed(version, 2),
    changed(issued, String(good[issued])),
    changed(expires, Number(good[expires]) + 0.5),
    changed(expires, 1),
    changed(at.payload, []),
    [good],
    Object.assign({}, good),
    null,
    'text',
  ];
  for (const claims of bad) await refusal(sealer, `kms:${JSON.stringify(claims)}`);
  for (const text of ['', '[', JSON.stringify(good).slice(1)]) await refusal(sealer, `kms:${text}`);
  expect(await sealer.open(`kms:${JSON.stringify([...good, 'later'])}`, order)).toEqual(payload);
});

test('a codec sees no text that is too long, and may make none', async () => {
  let asked = 0;
  const codec = { seal: () => 'x'.repeat(maxStateLength + 1), unseal: () => String(asked++) };
  expect(await refusal(sealerOf(codec), 'x'.repeat(maxStateLength + 1))).toContain('it is not a text of at most');
  expect(asked).toBe(0);
  await expect(sealerOf(codec).seal(payload, order)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});
