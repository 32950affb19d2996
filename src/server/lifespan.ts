import { type LazyPart, McpError } from '../errors/index.js';
import { loadOpenTelemetry } from '../exchange/index.js';

/** Enters a lifespan once, by whoever serves first, and leaves it once. */
export class Lifespan {
  readonly #enter: (() => unknown) | undefined;
  #entering: Promise<void> | undefined;
  #value: unknown = {};
  #entered = false;
  /** Whether it is being left: whoever had begun to enter it before is turned away, who comes meanwhile enters it anew, once all is disposed of. */
  #ending: Promise<void> | undefined;
  #left = 0;
  /** What has to be loaded before the first message. */
  readonly #parts = new Set<LazyPart<unknown>>();

  constructor(enter: (() => unknown) | undefined) {
    this.#enter = enter;
    this.#entered = enter === undefined;
  }

  /** What `ctx.lifespan` is. */
  get value(): unknown {
    return this.#value;
  }

  /** Whether the value is there: handlers run with it or not at all. */
  get open(): boolean {
    return this.#entered;
  }

  get entered(): boolean {
    return this.#entered && this.#parts.size === 0 && this.#ending === undefined;
  }

  /** Loads what something that was registered needs, so that it is there when the lifespan has been entered. */
  needs(part: LazyPart<unknown>): void {
    if (part.loaded !== undefined) return;
    this.#parts.add(part);
    part.load().then(
      () => this.#parts.delete(part),
      () => {}, // who enters hears of it
    );
  }

  /**
   * Enters it unless it has been. A failure rejects this call, and the next one tries again.
   *
   * @throws (rejects) McpError `CONNECTION_CLOSED` when it is left meanwhile
   */
  enter(): Promise<void> {
    if (this.#ending !== undefined) return this.#ending.then(() => this.enter());
    if (this.entered) return loadOpenTelemetry() ?? Promise.resolve();
    this.#entering ??= this.#run();
    return this.#entering;
  }

  /**
   * Leaves it: disposes of the value if it can be, once what works with it has ended. The next one who serves enters it anew, when
   * that is done. Does not wait for one that is still being entered: who leaves it may be what it waits for. `left` does.
   *
   * @param end ends what works with it; never rejects
   */
  leave(end: () => Promise<void> = async () => {}): Promise<void> {
    this.#left++;
    const entering = this.#entering?.catch(() => {});
    const ended = end();
    const leaving = this.#dispose([ended, entering, this.#ending]);
    const over = (): void => {
      if (this.#ending === ending) this.#ending = undefined;
    };
    const ending = leaving.then(over, over);
    this.#ending = ending;
    return entering === undefined ? leaving : ended;
  }

  /** Resolves when what was being left is left. Never rejects. */
  get left(): Promise<void> {
    return this.#ending ?? Promise.resolve();
  }

  /** Disposes of the value after all of these. */
  async #dispose(before: readonly (Promise<void> | undefined)[]): Promise<void> {
    for (const one of before) await one;
    if (!this.#entered || this.#enter === undefined) return;
    const value = this.#value;
    this.#entered = false;
    this.#value = {};
    if (typeof value !== 'object' || value === null) return;
    const { [Symbol.asyncDispose]: disposeAsync, [Symbol.dispose]: dispose } = value as Partial<
      AsyncDisposable & Disposable
    >; // each is tested
    if (disposeAsync !== undefined) await disposeAsync.call(value);
    else dispose?.call(value);
  }

  async #run(): Promise<void> {
    const left = this.#left;
    try {
      await loadOpenTelemetry();
      await this.#loadParts(); // before it is entered: where that fails, nothing is left open
      if (!this.#entered) {
        this.#value = await this.#enter?.();
        this.#entered = true;
        await this.#loadParts(); // those of what it has registered itself
      }
    } finally {
      this.#entering = undefined;
    }
    if (left !== this.#left) throw new McpError('CONNECTION_CLOSED', 'The server was closed meanwhile.');
  }

  async #loadParts(): Promise<void> {
    for (const part of this.#parts) {
      await part.load();
      this.#parts.delete(part);
    }
  }
}
