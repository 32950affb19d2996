import { implementation } from './base.js';
import { clientCapabilities, serverCapabilities } from './capabilities.js';
import { content, resourceContents } from './content.js';
import { inputRequiredResult } from './input-required.js';
import { loggingLevel } from './notifications.js';
import { tool } from './tool.js';

/** Guards of what is not the params or the result of a method. Those stand in the method's definition. */
export const guards = {
  clientCapabilities,
  serverCapabilities,
  implementation,
  loggingLevel,
  tool,
  /** A content block of a known type. */
  contentBlock: content.made.block,
  /** A content block of any type; those of known ones are checked. */
  receivedContentBlock: content.received.block,
  resourceContents,
  inputRequiredResult,
};
