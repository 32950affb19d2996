import type { EmbeddedResource } from '../../types/index.js';
import { bytes } from '../content/index.js';

/** What a ready resource returns: text, or a block that a read puts under the URI that was asked for. */
export type ReadyContents = string | Uint8Array | EmbeddedResource;

const unknownType = 'application/octet-stream';
const textTypes = /^(?:text\/.*|application\/(?:json|xml|yaml|toml|javascript|.+\+(?:json|xml))|image\/svg\+xml)$/;

/**
 * What to return for bytes. A type that is text, or a `charset`, makes them text, with any byte-order mark taken off; without a
 * known type they are text when they are valid UTF-8 without a null byte. Bytes that are not in the charset stay bytes, so nothing
 * is lost.
 */
export function contentsOf(data: Uint8Array, mimeType: string | undefined, charset?: string): ReadyContents {
  const known = mimeType === undefined || mimeType === unknownType ? undefined : mimeType;
  const mayBeText = charset !== undefined || known === undefined || textTypes.test(known);
  const decoded = mayBeText ? decode(data, charset ?? 'utf-8') : undefined;
  if (decoded !== undefined && (known !== undefined || charset !== undefined || !decoded.includes('\0')))
    return known === undefined ? decoded : typedText(decoded, known);
  return known === undefined ? data : bytes(data, known);
}

/** Text of a certain type, under whatever URI is being read. */
export function typedText(text: string, mimeType: string): EmbeddedResource {
  const block = bytes('', mimeType); // its URI is one that a read replaces
  Reflect.deleteProperty(block.resource, 'blob');
  Object.assign(block.resource, { text });
  return block;
}

function decode(data: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(data);
  } catch {
    return undefined; // other bytes than the charset has, or a charset that the platform lacks
  }
}
