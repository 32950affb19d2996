/** Where requests go, taken apart once. */
export interface Target {
  readonly url: URL;
  /** The address as it is requested: without user information and fragment. */
  readonly href: string;
  /** For messages: without query, which may hold secrets. */
  readonly label: string;
  /** What the user information of the URL says as an `Authorization` header, if there is any. */
  readonly authorization: string | undefined;
}

/** Redirects that are followed for one request. */
export const maxRedirects = 5;

/** Takes a URL apart. */
export function targetOf(url: URL): Target {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return {
    url: bare,
    href: bare.href,
    label: `${bare.protocol}//${bare.host}${bare.pathname}`,
    authorization: basicAuthorization(url),
  };
}

/** Why no request can be made to this URL, if none can. */
export function unusable(url: URL): string | undefined {
  if (url.protocol === 'http:' || url.protocol === 'https:') return undefined;
  return `The address ${url.protocol}//${url.host}${url.pathname} cannot be requested: expected an http: or https: URL`;
}

/** The headers with the URL's own `Authorization` added, unless they have one. */
export function withAuthorization(headers: readonly string[], target: Target): readonly string[] {
  if (target.authorization === undefined) return headers;
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() === 'authorization') return headers;
  }
  return [...headers, 'Authorization', target.authorization];
}

/** Whether a status with a `Location` header sends the client elsewhere. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Decides about one redirect: the address to ask next, or a sentence that says why it is not followed.
 *
 * A redirect is followed within the same scheme, host and port, or from http to https of the same host on the default
 * ports, at most {@link maxRedirects} times. Only 307 and 308 promise to keep method and body, so the others are followed
 * for GET alone.
 */
export function followRedirect(
  from: Target,
  method: string,
  status: number,
  location: string,
  followed: number,
): Target | string {
  const refused = `${method} ${from.label} was redirected (${status}) to ${location}, which is not followed`;
  let url: URL;
  try {
    url = new URL(location, from.url);
  } catch {
    return `${refused}: it is not a valid URL`;
  }
  if (url.username !== '' || url.password !== '') return `${refused}: it carries a user name or password`;
  if (!isSameOrigin(from.url, url))
    return `${refused}: ${originProblem(from.url, url)}. Connect to that URL directly if it is trusted`;
  if (method !== 'GET' && status !== 307 && status !== 308) {
    return `${refused}: only 307 and 308 keep the method. Connect to that URL directly`;
  }
  if (followed >= maxRedirects)
    return `${refused}: it is redirect number ${followed + 1}, the limit is ${maxRedirects}`;
  const target = targetOf(url);
  return from.authorization === undefined ? target : Object.assign({}, target, { authorization: from.authorization });
}

function isSameOrigin(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return isDefaultUpgrade(from, to) && from.hostname === to.hostname;
}

/** http to https, both on their default port. */
function isDefaultUpgrade(from: URL, to: URL): boolean {
  return from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
}

function originProblem(from: URL, to: URL): string {
  if (from.protocol === 'https:' && to.protocol === 'http:') return 'it leads from https to plain http';
  return `it leaves the origin ${from.origin}`;
}

function basicAuthorization(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined;
  const bytes = new TextEncoder().encode(`${plain(url.username)}:${plain(url.password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
