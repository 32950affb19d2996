/** What can be learned from an error of the platform's network code. */
export interface FailureReason {
  /** The most telling sentence, for example `connect ECONNREFUSED 127.0.0.1:3000`. */
  readonly text: string;
  readonly code: string | undefined;
  /** True when it is sure that no byte of the request reached the server. */
  readonly unsent: boolean;
}

/** How many causes are followed. */
const maxDepth = 6;

/** Codes that only occur before a request is written, whatever operation reports them. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_INVALID_URL',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/**
 * Finds the reason inside an error: `fetch` hides it in `cause`, and an attempt at several addresses in `errors`.
 */
export function reasonOf(error: unknown): FailureReason {
  let text = '';
  let code: string | undefined;
  let unsent = false;
  let current: unknown = error;
  for (let depth = 0; depth < maxDepth && current !== undefined; depth++) {
    if (typeof current !== 'object' || current === null) {
      text ||= String(current);
      break;
    }
    const message = field(current, 'message');
    if (message !== undefined && message !== '') text = message;
    const found = field(current, 'code');
    if (found !== undefined) code = found;
    unsent ||= isUnsent(code, field(current, 'syscall'));
    current = inner(current);
  }
  return { text: text || code || 'unknown reason', code, unsent };
}

/** Whether an error is a deliberate break-off, by the caller or a `fetch` function of his. */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && field(error, 'name') === 'AbortError';
}

function isUnsent(code: string | undefined, syscall: string | undefined): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return code !== undefined && unsentCodes.has(code);
}

function inner(error: object): unknown {
  const errors: unknown = Reflect.get(error, 'errors');
  if (Array.isArray(errors) && errors.length > 0) return errors[0];
  return Reflect.get(error, 'cause') ?? undefined;
}

function field(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
