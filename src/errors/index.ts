export { checkedNumber, checkedTimer } from './checked-number.js';
export {
  type ErrorCode,
  errorCodeName,
  type LocalErrorCode,
  localErrorCodes,
  type ProtocolErrorCode,
  protocolErrorCodes,
} from './codes.js';
export { ConnectionError, HttpError } from './connection-errors.js';
export { PromptError, ResourceError, ResourceNotFoundError, ToolError } from './handler-errors.js';
export { LazyPart, partsLoading } from './lazy-part.js';
export { loadPart } from './load-part.js';
export { InvalidSignature, McpError } from './mcp-error.js';
