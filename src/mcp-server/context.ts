import type { Exchange } from '../exchange/index.js';
import { type ContextOwner, RequestContext } from '../server/index.js';
import type { ReadResourceResult } from '../types/index.js';

/** Reads a resource for a handler that is running. */
export type ReadResource = (uri: string, ctx: Context) => Promise<ReadResourceResult>;

/** What the handlers of an `McpServer` see of a request: a fresh one for each, the second parameter of every handler. */
export class Context<App = unknown> extends RequestContext<App> {
  readonly #read: ReadResource;
  #readResource: ((uri: string) => Promise<ReadResourceResult>) | undefined;

  constructor(exchange: Exchange, owner: ContextOwner, read: ReadResource) {
    super(exchange, owner);
    this.#read = read;
  }

  /**
   * Reads a resource of the same server, and gives what a client would get.
   *
   * @throws McpError as a client would get it, for example `RESOURCE_NOT_FOUND`
   */
  get readResource(): (uri: string) => Promise<ReadResourceResult> {
    this.#readResource ??= (uri) => this.#read(uri, this);
    return this.#readResource;
  }
}
