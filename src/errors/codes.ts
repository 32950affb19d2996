/** Codes that travel in JSON-RPC error responses, with the number each one is on the wire. */
export const protocolErrorCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  HEADER_MISMATCH: -32020,
  MISSING_CLIENT_CAPABILITY: -32021,
  UNSUPPORTED_PROTOCOL_VERSION: -32022,
  RESOURCE_NOT_FOUND: -32002,
  URL_ELICITATION_REQUIRED: -32042,
} as const;

/** Codes of errors that arise on this side and never travel. */
export const localErrorCodes = [
  'AUTHENTICATION_REQUIRED',
  'CONNECTION_CLOSED',
  'CONNECTION_LOST',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'HTTP_STATUS',
  'INVALID_ANSWER',
  'INVALID_OPTION',
  'INVALID_QUESTION',
  'INVALID_RESPONSE',
  'INVALID_SIGNATURE',
  'INVALID_TEMPLATE',
  'LIMIT_EXCEEDED',
  'MESSAGE_TOO_LARGE',
  'NO_BACK_CHANNEL',
  'PEER_ERROR',
  'PROMPT_FAILED',
  'REQUEST_CANCELLED',
  'REQUEST_TIMEOUT',
  'RESOURCE_FAILED',
  'SPAWN_FAILED',
  'TOOL_FAILED',
  'UNSUPPORTED_METHOD',
] as const;

/** The name of a JSON-RPC error that may travel. */
export type ProtocolErrorCode = keyof typeof protocolErrorCodes;
/** The name of an error that arises on this side only. */
export type LocalErrorCode = (typeof localErrorCodes)[number];
/** What `code` of an `McpError` can be. */
export type ErrorCode = ProtocolErrorCode | LocalErrorCode;

const names = new Map<number, ProtocolErrorCode>(
  (Object.keys(protocolErrorCodes) as ProtocolErrorCode[]).map((name) => [protocolErrorCodes[name], name]), // keys of a const table
);

/** The name of a JSON-RPC error number, or `undefined` when the protocol gives it none. */
export function errorCodeName(code: number): ProtocolErrorCode | undefined {
  return names.get(code);
}
