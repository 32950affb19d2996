/** A host or an origin, in parts. */
export interface Address {
  /** Of origins. */
  readonly scheme: string | undefined;
  readonly hostname: string;
  /** Empty where none was given, and for the scheme's own. */
  readonly port: string;
}

const shape = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;

/** Reads a host such as `localhost:3000` or an origin such as `http://localhost:3000`; `undefined` for what is neither. */
export function readAddress(text: string): Address | undefined {
  const match = shape.exec(text);
  if (match === null) return undefined;
  const scheme = match[1]?.toLowerCase();
  const port = match[3] ?? '';
  const own = scheme === 'http' ? '80' : scheme === 'https' ? '443' : undefined;
  return { scheme, hostname: (match[2] ?? '').toLowerCase(), port: port === own ? '' : port };
}
