import { McpError } from '../../errors/index.js';
import type { AudioContent, ImageContent } from '../../types/index.js';
import { audio as audioBlock, type BlockExtra, image as imageBlock, mimeTypeOf } from '../content/index.js';
import { checkedLimit, defaultMaxBytes } from './limits.js';
import { pathOf, readFileWithin } from './read-file.node.js';

/** A file with an image or sound. */
export interface MediaFile {
  /** A path, or a `file:` URL. */
  readonly path: string | URL;
  /** The MIME type. By default it is told by the suffix of the path. */
  readonly mimeType?: string | undefined;
  /** The most bytes that the file may have; 16 MiB by default. */
  readonly maxBytes?: number | undefined;
}

/**
 * A block with an image from a file. A handler may return the promise as it is, alone or in a list.
 * ```ts
 * server.tool('cover', {}, () => image({ path: new URL('./dune.png', import.meta.url) }));
 * ```
 * Rejects with `INVALID_OPTION` for a file that is not there, is too large, or is no image by its suffix or `mimeType`.
 */
export async function image(file: MediaFile, extra?: BlockExtra): Promise<ImageContent> {
  const { data, mimeType } = await readMedia('image', file);
  return imageBlock(data, mimeType, extra);
}

/** A block with sound from a file; like `image`. */
export async function audio(file: MediaFile, extra?: BlockExtra): Promise<AudioContent> {
  const { data, mimeType } = await readMedia('audio', file);
  return audioBlock(data, mimeType, extra);
}

async function readMedia(kind: 'image' | 'audio', file: MediaFile): Promise<{ data: Uint8Array; mimeType: string }> {
  const call = `${kind}({ path })`;
  const path = pathOf(file.path, call);
  const mimeType = file.mimeType ?? mimeTypeOf(path);
  if (!mimeType.startsWith(`${kind}/`))
    throw new McpError(
      'INVALID_OPTION',
      `${call}: "${path}" is ${mimeType} by its suffix; give a mimeType of ${kind}/…`,
    );
  const maxBytes = checkedLimit(call, 'maxBytes', file.maxBytes ?? defaultMaxBytes);
  const read = await readFileWithin(path, maxBytes);
  if ('data' in read) return { data: read.data, mimeType };
  const why = {
    missing: 'is not there',
    'no-file': 'is no file',
    'too-large': `has more than ${maxBytes} bytes (option maxBytes)`,
  };
  throw new McpError('INVALID_OPTION', `${call}: "${path}" ${why[read.why]}`);
}
