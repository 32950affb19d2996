import { InvalidSignature, McpError, ResourceError, ResourceNotFoundError } from '../../errors/index.js';
import {
  expandUriTemplate,
  parseUriTemplate,
  type UriTemplate,
  type UriValues,
  type UriVariables,
} from '../../schema/index.js';
import { mimeTypeOf } from '../content/index.js';
import type { Context } from '../context.js';
import { contentsOf, type ReadyContents } from './contents.js';
import { checkedLimit, defaultMaxBytes } from './limits.js';

/** How `httpResource` fetches. */
export interface HttpResourceOptions {
  /** Stands in for the platform's own `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The MIME type, whatever the answer says of itself. */
  readonly mimeType?: string | undefined;
  /** The most bytes that an answer may have; 16 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds that the whole answer may take; 30,000 by default. */
  readonly timeout?: number | undefined;
}

const defaultTimeout = 30_000;

/**
 * The handler of a resource that is fetched from the web each time it is read. The address may have variables (RFC 6570), which are
 * those of the resource's own URI:
 * ```ts
 * server.resource('book://{isbn}', {}, httpResource('https://books.example.com/{isbn}.json'));
 * ```
 * The answer's Content-Type is the resource's type; without one it is told by the suffix, and else `application/json`.
 * Status 404 and 410 mean that there is no such resource. Another status, an answer over `maxBytes` or later than `timeout` fail with
 * a `ResourceError` that says so without naming the address.
 *
 * @throws InvalidSignature for an address that is not HTTP
 * @throws McpError `INVALID_TEMPLATE` for an address whose variables cannot be parsed, `INVALID_OPTION` for a bad limit
 */
export function httpResource<const Url extends string>(
  url: Url,
  options: HttpResourceOptions = {},
): (variables: UriVariables<Url>, ctx: Context) => Promise<ReadyContents> {
  if (!/^https?:\/\/[^{]/i.test(url))
    throw new InvalidSignature(
      `httpResource() takes an address that begins with http:// or https://; received "${url}"`,
    );
  const template = parseUriTemplate(url);
  const { maxBytes = defaultMaxBytes, timeout = defaultTimeout } = options;
  for (const [name, value] of Object.entries({ maxBytes, timeout })) checkedLimit('httpResource()', name, value);
  return (variables, ctx) => read(template, variables as UriValues, ctx, options, maxBytes, timeout); // whatever the template, its variables are values
}

async function read(
  template: UriTemplate,
  variables: UriValues,
  ctx: Context,
  options: HttpResourceOptions,
  maxBytes: number,
  timeout: number,
): Promise<ReadyContents> {
  const address = expandUriTemplate(template, variables);
  const request = options.fetch ?? fetch;
  try {
    const response = await request(address, { headers: options.headers ?? {}, signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw await refused(response, ctx);
    const data = await bodyOf(response, maxBytes);
    const { type, charset } = contentTypeOf(response);
    return contentsOf(data, options.mimeType ?? type ?? typeByPath(address), charset);
  } catch (cause) {
    if (McpError.is(cause)) throw cause;
    if (cause instanceof Error && cause.name === 'TimeoutError')
      throw new ResourceError(`The origin of this resource did not answer within ${timeout} ms (option timeout).`);
    throw new ResourceError('The origin of this resource could not be reached.', { cause });
  }
}

async function refused(response: Response, ctx: Context): Promise<McpError> {
  await response.body?.cancel().catch(() => {});
  const { uri } = ctx.params;
  if ((response.status === 404 || response.status === 410) && typeof uri === 'string')
    return new ResourceNotFoundError(uri);
  return new ResourceError(`The origin of this resource answered with status ${response.status}.`);
}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new ResourceError(`This resource has more than ${maxBytes} bytes (option maxBytes of httpResource).`);
    }
    chunks.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function contentTypeOf(response: Response): { type: string | undefined; charset: string | undefined } {
  const header = response.headers.get('content-type') ?? '';
  const type = header.split(';', 1)[0]?.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1];
  return { type: type === '' ? undefined : type, charset };
}

function typeByPath(address: string): string {
  const type = mimeTypeOf(new URL(address).pathname);
  return type === 'application/octet-stream' ? 'application/json' : type;
}
