import type { RequestHeaders } from '../../exchange/index.js';
import type { HttpHead } from '../../transports/http/index.js';

/**
 * The head of a web `Request`. What several ask for is read once, the rest when it is asked for: adapters that bring Node's requests
 * look each header up anew, and most of a call's are looked at once or never.
 */
export class FetchHead implements HttpHead {
  readonly method: string;
  readonly contentLength: string | undefined;
  readonly protocolVersion: string | undefined;
  readonly mcpMethod: string | undefined;
  readonly headers: RequestHeaders;
  readonly #request: Request;
  readonly #headers: Headers;

  constructor(request: Request) {
    const { headers } = request;
    this.#request = request;
    this.#headers = headers;
    this.headers = new FetchHeaders(headers);
    this.method = request.method.toUpperCase();
    this.contentLength = this.#field('content-length');
    this.protocolVersion = this.#field('mcp-protocol-version');
    this.mcpMethod = this.#field('mcp-method');
  }

  get path(): string {
    return splitUrl(this.#request.url).path;
  }

  get host(): string | undefined {
    return this.#field('host') ?? splitUrl(this.#request.url).host;
  }

  get origin(): string | undefined {
    return this.#field('origin');
  }

  get contentType(): string | undefined {
    return this.#field('content-type');
  }

  get accept(): string | undefined {
    return this.#field('accept');
  }

  get authorization(): string | undefined {
    return this.#field('authorization');
  }

  get mcpName(): string | undefined {
    return this.#field('mcp-name');
  }

  get sessionId(): string | undefined {
    return this.#field('mcp-session-id');
  }

  /** Web headers join what came twice; of the values that never hold a comma it can be told. */
  get duplicate(): string | undefined {
    if (this.protocolVersion?.includes(',')) return 'MCP-Protocol-Version';
    return this.mcpMethod?.includes(',') ? 'Mcp-Method' : undefined;
  }

  #field(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }
}

class FetchHeaders implements RequestHeaders {
  readonly #headers: Headers;

  constructor(headers: Headers) {
    this.#headers = headers;
  }

  get(name: string): string | undefined {
    return isHeaderName.test(name) ? (this.#headers.get(name) ?? undefined) : undefined;
  }

  has(name: string): boolean {
    return isHeaderName.test(name) && this.#headers.has(name);
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.#headers.entries();
  }
}

/** Web headers throw when asked for anything else. */
const isHeaderName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** The parts of an absolute URL that has been parsed and normalised before. */
function splitUrl(url: string): { host: string | undefined; path: string } {
  const scheme = url.indexOf('://');
  if (scheme === -1) return { host: undefined, path: url };
  const end = /[/?#]/g;
  end.lastIndex = scheme + 3;
  const slash = end.exec(url)?.index ?? url.length;
  const rest = url.slice(slash);
  const cut = rest.search(/[?#]/);
  const path = cut === -1 ? rest : rest.slice(0, cut);
  return { host: url.slice(scheme + 3, slash), path: path === '' ? '/' : path };
}
