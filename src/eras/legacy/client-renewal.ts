import { ConnectionError, McpError } from '../../errors/index.js';
import { deadlines } from '../../jsonrpc/index.js';
import { type JsonRpcNotification, type JsonRpcRequest, type JsonRpcResponse, traits } from '../../types/index.js';
import type { ClientSession } from './client-session.js';

/** Milliseconds that opening a new session may take. */
const limit = 30_000;

/** How a new session is opened. */
export interface RenewalParts {
  readonly session: ClientSession;
  /** The `initialize` that opened the lost session, under an id of its own. */
  readonly opening: JsonRpcRequest;
  request(
    message: JsonRpcRequest,
    leg: { response(message: JsonRpcResponse): void; lost(error: McpError): void },
  ): void;
  notify(message: JsonRpcNotification): Promise<void>;
  stop(): void;
}

/** Opens a new session in place of one that the server has dropped. Rejects when the server does not agree to the same revision. */
export async function renewSession(parts: RenewalParts): Promise<void> {
  const { session } = parts;
  const { version } = session;
  const lost = session.id;
  try {
    await reopen(parts);
    if (session.version !== version) {
      throw new ConnectionError(
        'CONNECTION_LOST',
        `The server dropped the session and agreed only to another protocol version for a new one; expected ${version}. Connect anew.`,
        { mayHaveRun: false },
      );
    }
    await parts.notify({ jsonrpc: '2.0', method: traits.initialized.name });
  } catch (error) {
    session.begin(lost, version);
    throw error;
  }
}

function reopen(parts: RenewalParts): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = deadlines.add(limit, () => {
      parts.stop();
      const sentence = `The server dropped the session and did not answer "${traits.initialize.name}" for a new one within ${limit} ms.`;
      reject(new ConnectionError('CONNECTION_LOST', sentence, { mayHaveRun: false }));
    });
    parts.request(parts.opening, {
      response(message) {
        deadline.cancel();
        if ('result' in message) resolve();
        else reject(refused(message.error));
      },
      lost(error) {
        deadline.cancel();
        reject(error);
      },
    });
  });
}

function refused(error: { code: number; message: string; data?: unknown }): McpError {
  return new McpError(
    error.code,
    `The server dropped the session and refused to open a new one: ${error.message}`,
    error.data,
  );
}
