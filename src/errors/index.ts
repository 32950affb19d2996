export { checkedNumber, checkedTimer } from './checked-number.js';
export {
  type ErrorCode,
  errorCodeName,
  type LocalErrorCode,
  localErrorCodes,
  type ProtocolErrorCode,
  protocolErrorCodes,
} from './codes.js';
export { LazyPart, partsLoading } from './lazy-part.js';
export { loadPart } from './load-part.js';
export {
  ConnectionError,
  HttpError,
  InvalidSignature,
  McpError,
  PromptError,
  ResourceError,
  ResourceNotFoundError,
  ToolError,
} from './mcp-error.js';
