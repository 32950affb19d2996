import { loadPart } from './load-part.js';

const loading = new Set<Promise<unknown>>();

/** Resolves once the parts that are being loaded are there, or cannot be; `undefined` where none is being loaded. */
export function partsLoading(): Promise<unknown> | undefined {
  return loading.size === 0 ? undefined : Promise.allSettled(loading);
}

/** A part of the SDK that is loaded once, when it is first needed. A failed attempt is made anew. */
export class LazyPart<T> {
  readonly #import: () => Promise<T>;
  #loaded: T | undefined;
  #loading: Promise<T> | undefined;
  /** How much work waits for the part. What comes when that is about to go on gets in line. */
  #waiting = 0;

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
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Does something with the part: now where it has been loaded, else as soon as it has. */
  use<Result>(work: (part: T) => Result | Promise<Result>): Result | Promise<Result> {
    if (this.#loaded !== undefined && this.#waiting === 0) return work(this.#loaded);
    this.#waiting++;
    return this.load().then(
      (part) => {
        this.#waiting--;
        return work(part);
      },
      (error: unknown) => {
        this.#waiting--;
        throw error;
      },
    );
  }

  async #load(): Promise<T> {
    const part = loadPart(this.#import());
    loading.add(part);
    try {
      this.#loaded = await part;
      return this.#loaded;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    } finally {
      loading.delete(part);
    }
  }
}
