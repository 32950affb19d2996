export { type Bytes, isBytes, toBase64 } from './base64.js';
export {
  audio,
  type BlockExtra,
  bytes,
  type Embeddable,
  embed,
  image,
  type LinkDetails,
  link,
  type Media,
  text,
} from './blocks.js';
export { assistant, user } from './messages.js';
export { mimeTypeOf } from './mime-types.js';
