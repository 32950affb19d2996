import type { RequestHeaders } from '../../exchange/index.js';

/** All headers of a Node request, sorted out when first asked for. */
export class RawHeaders implements RequestHeaders {
  readonly #raw: readonly string[];
  #values: Map<string, string> | undefined;

  /** `raw`: names and values in turn, as Node's `rawHeaders`. */
  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | undefined {
    return this.#map().get(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#map().has(name.toLowerCase());
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.#map()[Symbol.iterator]();
  }

  #map(): Map<string, string> {
    if (this.#values === undefined) {
      this.#values = new Map();
      for (let i = 0; i + 1 < this.#raw.length; i += 2)
        this.#add(this.#values, this.#raw[i] ?? '', this.#raw[i + 1] ?? '');
    }
    return this.#values;
  }

  #add(values: Map<string, string>, rawName: string, value: string): void {
    const name = rawName.toLowerCase();
    if (name.startsWith(':')) return; // the pseudo headers of HTTP/2
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
}
