import { McpError } from '../../errors/index.js';

/** The error for a server that cannot listen, with a sentence that says what to change. */
export function bindError(error: NodeJS.ErrnoException, port: number, host: string): McpError {
  return new McpError('INVALID_OPTION', bindSentence(error, port, host), undefined, { cause: error });
}

/** The error for what can be no port. */
export function portError(port: unknown): McpError {
  const sentence = `The option port takes a whole number from 0 to 65535; received ${typeof port} ${port}`;
  return new McpError('INVALID_OPTION', sentence);
}

function bindSentence(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Give another one in the option port, or 0 for any that is free.`;
    case 'EACCES':
      return `This process may not listen on port ${port}. Give one above 1023 in the option port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Give one that is in the option host.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}
