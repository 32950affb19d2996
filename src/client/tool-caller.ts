import { McpError } from '../errors/index.js';
import { type CallToolResult, callTool, type JsonObject, type ListToolsResult, listTools } from '../types/index.js';
import { type ListOptions, noOptions, type SendOptions } from './call-options.js';
import type { Connection } from './connection.js';
import { eachPage, fetchList, type Listing, listing, remainingOptions } from './pages.js';
import type { ToolBook } from './tool-book.js';

const tools: Listing<ListToolsResult> = listing(listTools.name, 'tools');

/** Lists and calls the tools of one server. */
export class ToolCaller {
  readonly #connection: Connection;
  readonly #book: ToolBook;
  readonly #maxPages: number;

  constructor(connection: Connection, book: ToolBook, maxPages: number) {
    this.#connection = connection;
    this.#book = book;
    this.#maxPages = maxPages;
  }

  async list(options: ListOptions | undefined): Promise<ListToolsResult> {
    const page = await fetchList(this.#connection, tools, this.#maxPages, options);
    const usable = this.#book.learn(page.tools);
    return usable.length === page.tools.length ? page : Object.assign({}, page, { tools: usable });
  }

  call(name: string, args: JsonObject | undefined, options: SendOptions = noOptions): Promise<CallToolResult> {
    const params: JsonObject = args === undefined ? { name } : { name, arguments: args };
    if (!this.#book.mirrorsArguments) return this.#send(params, options);
    const remaining = remainingOptions(options);
    return this.#send(params, options).catch((error: unknown) => this.#recover(error, name, params, remaining));
  }

  #send(params: JsonObject, options: SendOptions): Promise<CallToolResult> {
    return this.#connection.request(callTool.name, params, this.#book, options);
  }

  /** The server misses a header, so the tool is not what it was: looks it up anew and sends the call once more. */
  async #recover(
    error: unknown,
    name: string,
    params: JsonObject,
    remaining: () => SendOptions,
  ): Promise<CallToolResult> {
    if (!McpError.is(error) || error.code !== 'HEADER_MISMATCH' || error.jsonRpcCode === undefined) throw error;
    try {
      if (!(await this.#lookUp(name, remaining))) throw error;
    } catch (failure) {
      throw McpError.is(failure) && failure.code === 'REQUEST_CANCELLED' ? failure : error;
    }
    return this.#send(params, remaining()).catch((second: unknown) => {
      throw McpError.is(second) && second.code === error.code ? error : second;
    });
  }

  async #lookUp(name: string, remaining: () => SendOptions): Promise<boolean> {
    const { onProgress: _, meta: __, ...options } = remaining();
    for await (const page of eachPage(this.#connection, tools, this.#maxPages, options)) {
      if (this.#book.learn(page.tools).some((tool) => tool.name === name)) return true;
    }
    return false;
  }
}
