import type { RequestHeaders } from '../../exchange/index.js';
import type { HttpHead } from '../../transports/http/index.js';

/** The head of a web `Request`. */
export class FetchHead implements HttpHead {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
  readonly protocolVersion: string | undefined;
  readonly mcpMethod: string | undefined;
  readonly mcpName: string | undefined;
  readonly sessionId: string | undefined;
  readonly lastEventId: string | undefined;
  readonly duplicate: string | undefined;
  readonly headers: RequestHeaders;

  constructor(request: Request) {
    const headers = new FetchHeaders(request.headers);
    const url = splitUrl(request.url);
    this.method = request.method.toUpperCase();
    this.path = url.path;
    this.host = headers.get('host') ?? url.host;
    this.origin = headers.get('origin');
    this.contentType = headers.get('content-type');
    this.contentLength = headers.get('content-length');
    this.accept = headers.get('accept');
    this.authorization = headers.get('authorization');
    this.protocolVersion = headers.get('mcp-protocol-version');
    this.mcpMethod = headers.get('mcp-method');
    this.mcpName = headers.get('mcp-name');
    this.sessionId = headers.get('mcp-session-id');
    this.lastEventId = headers.get('last-event-id');
    this.duplicate = duplicateOf(this.protocolVersion, this.mcpMethod);
    this.headers = headers;
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

/** Web headers join what came twice; of the values that never hold a comma it can be told. */
function duplicateOf(protocolVersion: string | undefined, mcpMethod: string | undefined): string | undefined {
  if (protocolVersion?.includes(',')) return 'MCP-Protocol-Version';
  return mcpMethod?.includes(',') ? 'Mcp-Method' : undefined;
}

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
