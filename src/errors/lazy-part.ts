import { loadPart } from './load-part.js';

/** A part of the SDK that is loaded once, when it is first needed. A failed attempt is made anew. */
export class LazyPart<T> {
  readonly #import: () => Promise<T>;
  #loaded: T | undefined;
  #loading: Promise<T> | undefined;

  /** @param load calls `import()` */
  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  /** The part, once it has been loaded. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Loads the part, unless that has been done. What waits for it goes on in the order in which it came. */
  load(): Promise<T> {
    this.#loading ??= loadPart(this.#import()).then(
      (part) => {
        this.#loaded = part;
        return part;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Does something with the part: now where it has been loaded, else as soon as it has. */
  use<Result>(work: (part: T) => Result | Promise<Result>): Result | Promise<Result> {
    return this.#loaded === undefined ? this.load().then(work) : work(this.#loaded);
  }
}
