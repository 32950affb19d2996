import type { RequestHeaders } from '../../exchange/index.js';
import type { HttpHead } from '../../transports/http/index.js';
import { RawHeaders } from './raw-headers.js';

/** The head of a Node request, read in one pass over its raw headers. */
export class NodeHead implements HttpHead {
  readonly method: string;
  readonly path: string;
  host: string | undefined = undefined;
  origin: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentLength: string | undefined = undefined;
  accept: string | undefined = undefined;
  authorization: string | undefined = undefined;
  protocolVersion: string | undefined = undefined;
  mcpMethod: string | undefined = undefined;
  mcpName: string | undefined = undefined;
  sessionId: string | undefined = undefined;
  duplicate: string | undefined = undefined;
  readonly #raw: readonly string[];
  #headers: RequestHeaders | undefined;

  constructor(method: string, url: string, raw: readonly string[]) {
    this.method = method;
    this.path = pathOf(url);
    this.#raw = raw;
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = raw[i] ?? '';
      switch (name.length) {
        case 4:
        case 6:
        case 8:
        case 10:
        case 12:
        case 13:
        case 14:
        case 20:
          this.#take(name, raw[i + 1] ?? '');
      }
    }
  }

  get headers(): RequestHeaders {
    this.#headers ??= new RawHeaders(this.#raw);
    return this.#headers;
  }

  #take(name: string, value: string): void {
    switch (name.toLowerCase()) {
      case 'host':
        this.host = join(this.host, value);
        break;
      case ':authority':
        this.host ??= value;
        break;
      case 'origin':
        this.origin = join(this.origin, value);
        break;
      case 'content-type':
        this.contentType = join(this.contentType, value);
        break;
      case 'content-length':
        this.contentLength = join(this.contentLength, value);
        break;
      case 'accept':
        this.accept = join(this.accept, value);
        break;
      case 'authorization':
        this.authorization = join(this.authorization, value);
        break;
      case 'mcp-protocol-version':
        this.#once('MCP-Protocol-Version', this.protocolVersion);
        this.protocolVersion = value;
        break;
      case 'mcp-method':
        this.#once('Mcp-Method', this.mcpMethod);
        this.mcpMethod = value;
        break;
      case 'mcp-name':
        this.#once('Mcp-Name', this.mcpName);
        this.mcpName = value;
        break;
      case 'mcp-session-id':
        this.#once('Mcp-Session-Id', this.sessionId);
        this.sessionId = value;
    }
  }

  #once(name: string, earlier: string | undefined): void {
    if (earlier !== undefined) this.duplicate = name;
  }
}

/** A header that came twice is never quietly one of the two. */
function join(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`;
}

/** The path of a request target, which is a path with a query or, rarely, a whole URL. */
export function pathOf(target: string): string {
  let path = target;
  if (!target.startsWith('/')) {
    const scheme = target.indexOf('://');
    const slash = scheme === -1 ? -1 : target.indexOf('/', scheme + 3);
    if (slash !== -1) path = target.slice(slash);
    else if (scheme !== -1) return '/';
  }
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
