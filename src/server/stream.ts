import { StreamServer as EraStreamServer } from '../eras/index.js';
import { type McpError, partsLoading } from '../errors/index.js';
import type { Outlet } from '../exchange/index.js';
import { coreOf, type Served } from './served.js';

/** One kept-open connection that a server serves. */
export interface StreamServer {
  /** Takes in one message as text. */
  receiveText(text: string): void;
  /** Takes in one message, parsed. */
  receive(message: unknown): void;
  /** Answers input that never became a message. */
  problem(error: McpError): void;
  /** Resolves once all that came has been taken in, and nothing waits for code of ours; `undefined` where that is so already. */
  readonly takingIn: Promise<unknown> | undefined;
  /** Ends the connection; what is running is given up. Idempotent. */
  close(): Promise<void>;
}

/** Enters the server's lifespan and begins to serve one connection. Rejects when the lifespan cannot be entered. */
export async function openStream(served: Served, outlet: Outlet): Promise<StreamServer> {
  const target = coreOf(served);
  await target.lifespan.enter();
  const stream = new EraStreamServer(target, outlet, target);
  const forget = target.onClose(() => stream.close());
  return {
    receiveText: (text) => stream.receiveText(text),
    receive: (message) => stream.receive(message),
    problem: (error) => stream.problem(error),
    get takingIn() {
      return stream.takingIn?.then(partsLoading) ?? partsLoading();
    },
    async close() {
      forget();
      stream.close();
    },
  };
}
