import type { Dispatch } from '../exchange/index.js';
import type { HeaderParam } from '../schema/index.js';
import type { Implementation, Logger, ServerCapabilities } from '../types/index.js';

/** What the eras need of a server. */
export interface ServerPort {
  readonly identity: Implementation;
  readonly instructions: string | undefined;
  readonly logger: Logger;
  readonly dispatch: Dispatch;
  /** @param connected whether the client keeps a connection, on which it hears of changes without a request of its own */
  capabilities(connected: boolean): ServerCapabilities;
  /** Loads what only clients that keep a connection need; `undefined` where that has been done. */
  prepareConnected(): Promise<unknown> | undefined;
  /** The param that `Mcp-Name` repeats for a method, if any. */
  nameParam(method: string): string | undefined;
  /** The arguments of a tool that are repeated in `Mcp-Param-*` headers; `undefined` when the tool is not known. */
  headerParams(tool: string): readonly HeaderParam[] | undefined;
}
