import { loadPart, McpError } from '../errors/index.js';
import { type CallToolResult, type JsonObject, type ListToolsResult, traits } from '../types/index.js';
import type { CachePart } from './cache-part.js';
import { type ListOptions, noOptions, type SendOptions } from './call-options.js';
import type { Connection } from './connection.js';
import { type Listing, listing } from './listing.js';
import { fetchList, remainingOptions } from './pages.js';
import type { ToolBook } from './tool-book.js';

const { method, field, reader } = listing<ListToolsResult>(traits.listTools.name, 'tools');

/** Lists and calls the tools of one server. */
export class ToolCaller {
  readonly #connection: Connection;
  readonly #source: CachePart;
  readonly #book: ToolBook;
  readonly #maxPages: number;
  readonly #tools: Listing<ListToolsResult>;

  constructor(connection: Connection, source: CachePart, book: ToolBook, maxPages: number) {
    this.#connection = connection;
    this.#source = source;
    this.#book = book;
    this.#maxPages = maxPages;
    this.#tools = learning(book);
  }

  list(options: ListOptions | undefined): Promise<ListToolsResult> {
    return fetchList(this.#source, this.#tools, this.#maxPages, options);
  }

  call(name: string, args: JsonObject | undefined, options: SendOptions = noOptions): Promise<CallToolResult> {
    const params: JsonObject = args === undefined ? { name } : { name, arguments: args };
    if (!this.#book.mirrorsArguments) return this.#send(params, options);
    const remaining = remainingOptions(options);
    return this.#send(params, options).catch((error: unknown) => this.#recover(error, name, params, remaining));
  }

  #send(params: JsonObject, options: SendOptions): Promise<CallToolResult> {
    return this.#connection.request(traits.callTool.name, params, this.#book, options);
  }

  /** Tries once more where the server misses a header. */
  async #recover(
    error: unknown,
    name: string,
    params: JsonObject,
    remaining: () => SendOptions,
  ): Promise<CallToolResult> {
    if (!McpError.is(error) || error.code !== 'HEADER_MISMATCH' || error.jsonRpcCode === undefined) throw error;
    const { recover } = await loadPart(import('./tool-recovery.js'));
    return recover({
      error,
      name,
      source: this.#source,
      tools: this.#tools,
      maxPages: this.#maxPages,
      remaining,
      send: (options) => this.#send(params, options),
    });
  }
}

/** The list of tools, noted in the book as it comes from the server: what is kept of it is what can be called. */
function learning(book: ToolBook): Listing<ListToolsResult> {
  return {
    method,
    field,
    reader: {
      read(result, params) {
        const page = reader.read(result, params);
        const tools = book.learn(page.tools);
        return tools.length === page.tools.length ? page : Object.assign({}, page, { tools });
      },
    },
  };
}
