import type {
  Annotations,
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceLink,
  TextContent,
} from '../content.js';
import type { Guard } from '../method.js';
import type { BlobResourceContents, ResourceContents, TextResourceContents } from '../resource-contents.js';
import { icons, type Strictness } from './base.js';
import { anyObject, array, chosen, fraction, number, object, oneOf, optional, string, tagged } from './combinators.js';
import { meta } from './notifications.js';

export const role = oneOf('user', 'assistant');

const textContents = object<TextResourceContents>({ ...meta, uri: string, text: string, mimeType: optional(string) });
const blobContents = object<BlobResourceContents>({ ...meta, uri: string, blob: string, mimeType: optional(string) });

const neitherTextNorBlob: Guard<ResourceContents> = (_value, path) =>
  `${path}: expected "text" or "blob", received neither`;

/** Text or bytes, told apart by the field that is there. */
export const resourceContents = chosen<ResourceContents>((value) => {
  if (value.text !== undefined) return textContents;
  return value.blob !== undefined ? blobContents : neitherTextNorBlob;
});

function annotationsGuard(strictness: Strictness) {
  return optional(
    object<Annotations>({
      audience: optional(array<'user' | 'assistant'>(strictness === 'made' ? role : anyRole)),
      priority: optional(strictness === 'made' ? fraction : number),
      lastModified: optional(string),
    }),
  );
}

/** A role that a later revision may add is let through on receipt. */
const anyRole: Guard<'user' | 'assistant'> = (value, path) => string(value, path);

function contentGuards(strictness: Strictness) {
  const annotations = annotationsGuard(strictness);
  const media = { ...meta, data: string, mimeType: string, annotations };
  const text = object<TextContent>({ ...meta, type: oneOf('text'), text: string, annotations });
  const image = object<ImageContent>({ ...media, type: oneOf('image') });
  const audio = object<AudioContent>({ ...media, type: oneOf('audio') });
  const link = object<ResourceLink>({
    ...meta,
    type: oneOf('resource_link'),
    uri: string,
    name: string,
    title: optional(string),
    description: optional(string),
    mimeType: optional(string),
    size: optional(number),
    annotations,
    icons,
  });
  const resource = object<EmbeddedResource>({
    ...meta,
    type: oneOf('resource'),
    resource: resourceContents,
    annotations,
  });
  const others = strictness === 'received' ? anyObject : undefined;
  const block = tagged<ContentBlock>('type', { text, image, audio, resource_link: link, resource }, others);
  return { annotations, block, others, spoken: { text, image, audio } };
}

/** The guards of content, by who made it. */
export const content = { made: contentGuards('made'), received: contentGuards('received') };
