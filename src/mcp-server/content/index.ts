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
export { isContentBlock, isFullResult } from './content-block.js';
export type { Soon } from './content-list.js';
export { jsonText } from './json-text.js';
export { assistant, user } from './messages.js';
export { mimeTypeOf } from './mime-types.js';
export { toPromptResult } from './prompt-result.js';
export { isFullReadResult, toReadResult } from './read-result.js';
export { toStructuredResult, toToolResult } from './tool-result.js';
