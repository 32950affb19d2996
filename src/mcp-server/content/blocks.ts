import { McpError } from '../../errors/index.js';
import type {
  Annotations,
  AudioContent,
  EmbeddedResource,
  ImageContent,
  Meta,
  ResourceContents,
  ResourceLink,
  TextContent,
} from '../../types/index.js';
import { type Bytes, isBase64, isBytes, toBase64 } from './base64.js';
import { octets, unnamedBlock } from './media-block.js';
import { mimeTypeOf } from './mime-types.js';

/** What every content block may carry beside its content. */
export interface BlockExtra {
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
}

/** Media for a block: bytes, base64 text, or a base64 `data:` URL. */
export type Media = Bytes | string;

/** A block of text. */
export function text(text: string, extra?: BlockExtra): TextContent {
  return extra === undefined ? { type: 'text', text } : Object.assign({ type: 'text' as const, text }, extra);
}

/**
 * A block with an image.
 *
 * The MIME type is the one given (`image/webp`, or just `webp`), else the one of the Blob or `data:` URL, else
 * `image/png`. A Blob makes it a promise, which a handler may return in its list as it is.
 * Throws `INVALID_OPTION` for text that is not base64. For files, `parley-mcp/node` has `image({ path })`.
 */
export function image(data: Media, mimeType?: string, extra?: BlockExtra): ImageContent;
export function image(data: Blob, mimeType?: string, extra?: BlockExtra): Promise<ImageContent>;
export function image(data: Media | Blob, mimeType?: string, extra?: BlockExtra): ImageContent | Promise<ImageContent> {
  if (data instanceof Blob) return data.arrayBuffer().then((bytes) => image(bytes, mimeType ?? typeOf(data), extra));
  const media = readMedia('image', data, mimeType, 'image/png');
  return Object.assign({ type: 'image' as const, data: media.data, mimeType: media.mimeType }, extra);
}

/** A block with sound; like `image`, with `audio/wav` as the default type. */
export function audio(data: Media, mimeType?: string, extra?: BlockExtra): AudioContent;
export function audio(data: Blob, mimeType?: string, extra?: BlockExtra): Promise<AudioContent>;
export function audio(data: Media | Blob, mimeType?: string, extra?: BlockExtra): AudioContent | Promise<AudioContent> {
  if (data instanceof Blob) return data.arrayBuffer().then((bytes) => audio(bytes, mimeType ?? typeOf(data), extra));
  const media = readMedia('audio', data, mimeType, 'audio/wav');
  return Object.assign({ type: 'audio' as const, data: media.data, mimeType: media.mimeType }, extra);
}

/** A resource to embed; `blob` may be bytes or base64 text. */
export type Embeddable =
  | { readonly uri: string; readonly text: string; readonly mimeType?: string; readonly _meta?: Meta }
  | { readonly uri: string; readonly blob: Media; readonly mimeType?: string; readonly _meta?: Meta };

/** A block with a resource, contents and all: `embed({ uri: 'note://1', text: 'Hello' })`. */
export function embed(resource: Embeddable, extra?: BlockExtra): EmbeddedResource {
  const contents: ResourceContents =
    'blob' in resource
      ? Object.assign({}, resource, { blob: readMedia('embed', resource.blob, octets, octets).data })
      : { ...resource };
  return Object.assign({ type: 'resource' as const, resource: contents }, extra);
}

/**
 * A block with bytes that are neither image nor sound, such as a PDF, as an embedded resource.
 *
 * Without `uri` it gets a `urn:uuid:` of its own; returned by a resource, it gets that resource's URI.
 */
export function bytes(data: Media, mimeType: string = octets, uri?: string): EmbeddedResource {
  const media = readMedia('bytes', data, mimeType, octets);
  if (uri === undefined) return unnamedBlock(media.data, media.mimeType);
  return { type: 'resource', resource: { uri, blob: media.data, mimeType: media.mimeType } };
}

/** What a link says about the resource; `name` is the URI when absent. */
export type LinkDetails = Partial<Omit<ResourceLink, 'type' | 'uri'>>;

/** A pointer to a resource that the client may read: `link('note://1', { name: 'First note' })`. */
export function link(uri: string, details?: LinkDetails): ResourceLink {
  return Object.assign({ type: 'resource_link' as const, uri, name: uri }, details);
}

function typeOf(blob: Blob): string | undefined {
  return blob.type === '' ? undefined : blob.type;
}

function readMedia(
  helper: string,
  data: unknown,
  mimeType: string | undefined,
  fallback: string,
): { data: string; mimeType: string } {
  const given = mimeType === undefined || mimeType.includes('/') ? mimeType : mimeTypeOf(`.${mimeType}`);
  if (isBytes(data)) return { data: toBase64(data), mimeType: given ?? fallback };
  const comma = typeof data === 'string' && data.startsWith('data:') ? data.indexOf(';base64,') : -1;
  const encoded = typeof data === 'string' && comma !== -1 ? data.slice(comma + 8) : data;
  if (typeof encoded !== 'string' || !isBase64(encoded)) throw wrongMedia(helper, data);
  const declared = typeof data === 'string' && comma > 5 ? data.slice(5, comma) : undefined;
  return { data: encoded, mimeType: given ?? declared ?? fallback };
}

function wrongMedia(helper: string, data: unknown): McpError {
  const got = typeof data === 'string' ? `text of ${data.length} characters that is not base64` : typeof data;
  const hint =
    helper === 'image' || helper === 'audio' ? `; for a file use ${helper}({ path }) of parley-mcp/node` : '';
  const message = `${helper}() takes bytes (Uint8Array, ArrayBuffer) or base64 text, not ${got}${hint}.`;
  return new McpError('INVALID_OPTION', message);
}
