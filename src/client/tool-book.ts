import { loadPart, McpError } from '../errors/index.js';
import { type HeaderParam, headerParams, type UntrustedSchema, type Validation } from '../schema/index.js';
import { type CallToolResult, isJsonObject, type JsonObject, type Logger, type Tool, traits } from '../types/index.js';
import type { Reader } from './call.js';
import { unreadable } from './results.js';

/** What becomes of a result that does not match its tool's `outputSchema`. */
export type OutputValidation = 'error' | 'warn' | false;

interface KnownTool {
  readonly headers: readonly HeaderParam[];
  outputSchema: JsonObject | undefined;
  check: UntrustedSchema | undefined;
}

/** What a client has learned of the server's tools from their listing, and the checks that follow from it. */
export class ToolBook implements Reader<CallToolResult> {
  /** Whether this connection repeats arguments in headers, so that tools which cannot be called that way are of no use. */
  mirrorsArguments = false;
  readonly #tools = new Map<string, KnownTool>();
  readonly #warned = new Map<string, string>();
  readonly #logger: Logger;
  readonly #validation: OutputValidation;

  constructor(logger: Logger, validation: OutputValidation) {
    this.#logger = logger;
    this.#validation = validation;
  }

  /** The arguments of a tool that are repeated in headers; `undefined` when the tool was never listed. */
  headerParams(tool: string): readonly HeaderParam[] | undefined {
    return this.#tools.get(tool)?.headers;
  }

  /** Notes the tools of a page. Returns those that can be called on this connection: all of them, save where headers are demanded that break a rule. */
  learn(tools: readonly Tool[]): Tool[] {
    return tools.filter((tool) => this.#learn(tool));
  }

  /** The server's tools have changed: what was known of their output holds no longer. */
  outdate(): void {
    for (const known of this.#tools.values()) known.outputSchema = undefined;
  }

  /** Reads the result of a call: absent content is empty, and what the tool promised of its structured content is checked. */
  read(result: JsonObject, params: JsonObject | undefined): CallToolResult | Promise<CallToolResult> {
    const content = result.content ?? [];
    if (!Array.isArray(content)) throw unreadable(traits.callTool.name, '"content" has to be an array', result);
    const whole = (content === result.content ? result : Object.assign({}, result, { content })) as CallToolResult; // its content is an array, the rest the server's word
    if (this.#validation === false || whole.isError === true) return whole;
    const name = params?.name;
    const known = typeof name === 'string' ? this.#tools.get(name) : undefined;
    if (typeof name !== 'string' || known?.outputSchema === undefined) return whole;
    return this.#checked(name, known, known.outputSchema, whole);
  }

  #learn(tool: Tool): boolean {
    if (!isJsonObject(tool) || typeof tool.name !== 'string') return true;
    const { outputSchema, inputSchema } = tool;
    const mirrored = this.mirrorsArguments && isJsonObject(inputSchema) ? headerParams(inputSchema) : noHeaders;
    const reason = mirrored.problems[0];
    if (reason !== undefined) {
      this.#tools.delete(tool.name);
      this.#warn(tool.name, `Tool "${tool.name}" was left out of the list: ${reason}.`);
      return false;
    }
    this.#tools.set(tool.name, {
      headers: mirrored.params,
      outputSchema: isJsonObject(outputSchema) ? outputSchema : undefined,
      check: undefined,
    });
    return true;
  }

  #checked(
    name: string,
    known: KnownTool,
    schema: JsonObject,
    result: CallToolResult,
  ): CallToolResult | Promise<CallToolResult> {
    if (known.check !== undefined) return this.#checkedBy(known.check, name, result);
    return loadPart(import('./output-check.js')).then(
      ({ compileUntrusted }) => {
        known.check ??= compileUntrusted(schema);
        return this.#checkedBy(known.check, name, result);
      },
      (error: McpError) => this.#unchecked(name, error.message, result),
    );
  }

  #checkedBy(check: UntrustedSchema, name: string, result: CallToolResult): CallToolResult | Promise<CallToolResult> {
    if (check.problem !== undefined) return this.#unchecked(name, check.problem, result);
    if (result.structuredContent === undefined)
      return this.#mismatch(name, 'it has an outputSchema, and its result has no structuredContent', result);
    const found = check.validate(result.structuredContent);
    if (!(found instanceof Promise)) return this.#judged(name, found, result);
    return found.then(
      (settled) => this.#judged(name, settled, result),
      (error: unknown) => this.#unchecked(name, error instanceof Error ? error.message : String(error), result),
    );
  }

  #judged(name: string, found: Validation, result: CallToolResult): CallToolResult {
    if (found.issues === undefined) return result;
    return this.#mismatch(
      name,
      `its structuredContent does not match its outputSchema (${found.issues.join('; ')})`,
      result,
    );
  }

  #mismatch(name: string, fault: string, result: CallToolResult): CallToolResult {
    const sentence = `Tool "${name}" broke its promise: ${fault}.`;
    if (this.#validation === 'error') {
      const help = `The whole result is in this error's "data"; the client option validateOutput: 'warn' delivers such results.`;
      throw new McpError('INVALID_RESPONSE', `${sentence} ${help}`, result);
    }
    this.#logger.warn(sentence);
    return result;
  }

  #unchecked(name: string, problem: string, result: CallToolResult): CallToolResult {
    this.#warn(
      name,
      `The outputSchema of tool "${name}" cannot be used (${problem}); its results are delivered unchecked.`,
    );
    return result;
  }

  /** Warns once for each tool and reason. */
  #warn(name: string, sentence: string): void {
    if (this.#warned.get(name) === sentence) return;
    this.#warned.set(name, sentence);
    this.#logger.warn(sentence);
  }
}

const noHeaders: { readonly params: readonly HeaderParam[]; readonly problems: readonly string[] } = {
  params: [],
  problems: [],
};
