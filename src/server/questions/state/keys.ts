import { McpError } from '../../../errors/index.js';

/** The least number of bytes of a key. */
export const minKeyBytes = 32;

/**
 * Copies of the key material, which may be wiped or reused by its owner afterwards. Throws `INVALID_OPTION`, naming keys by index
 * and never by content, for a list that is empty, a key that is short or no key at all, and one that comes twice.
 */
export function readKeys(keys: unknown): readonly Uint8Array<ArrayBuffer>[] {
  const list: readonly unknown[] = Array.isArray(keys) ? keys : [];
  if (list.length === 0) {
    const received = Array.isArray(keys) ? 'an empty list' : typeof keys;
    throw wrongOption(
      'keys',
      `has to be a list of at least one key; received ${received}. Leave it out for a key of this process`,
    );
  }
  const read = list.map((key, index) => readKey(key, `keys[${index}]`));
  for (const [index, bytes] of read.entries()) {
    const twin = read.findIndex((other) => sameBytes(other, bytes));
    if (twin < index) throw wrongOption(`keys[${index}]`, `is the same key as requestState.keys[${twin}]`);
  }
  return read;
}

function readKey(key: unknown, name: string): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof key === 'string' ? new TextEncoder().encode(key) : key instanceof Uint8Array ? new Uint8Array(key) : null;
  if (bytes === null)
    throw wrongOption(name, `has to be a text or a Uint8Array; received ${key === null ? 'null' : typeof key}`);
  if (bytes.length < minKeyBytes)
    throw wrongOption(name, `has ${bytes.length} bytes; at least ${minKeyBytes} random ones are needed`);
  return bytes;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** The error for `requestState.<name>`; `problem` completes the sentence. */
export function wrongOption(name: string, problem: string): McpError {
  return new McpError('INVALID_OPTION', `The option requestState.${name} ${problem}.`);
}
