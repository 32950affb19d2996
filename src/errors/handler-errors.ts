import { McpError } from './mcp-error.js';

/** A failure that the model is meant to read: a tool that throws one gives a result with `isError` and this text. */
export class ToolError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('TOOL_FAILED', message, undefined, options);
  }
}

/** A failure of a resource whose text the client may see. Any other throw is masked. */
export class ResourceError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('RESOURCE_FAILED', message, undefined, options);
  }
}

/** Says that the resource asked for does not exist, as if no handler had matched its URI. */
export class ResourceNotFoundError extends McpError {
  constructor(uri: string, options?: ErrorOptions) {
    super('RESOURCE_NOT_FOUND', `Unknown resource: ${uri}`, { uri }, options);
  }
}

/** A failure of a prompt whose text the client may see. Any other throw is masked. */
export class PromptError extends McpError {
  constructor(message: string, options?: ErrorOptions) {
    super('PROMPT_FAILED', message, undefined, options);
  }
}
