import { loadOpenTelemetry } from '../exchange/index.js';

/** What a server holds while it serves, for example a database connection. */
export type LifespanFunction<Server, App> = (server: Server) => App | Promise<App>;

/** Enters a lifespan once, by whoever serves first, and leaves it once. */
export class Lifespan {
  readonly #enter: (() => unknown) | undefined;
  #entering: Promise<void> | undefined;
  #value: unknown = {};
  #entered = false;

  constructor(enter: (() => unknown) | undefined) {
    this.#enter = enter;
    this.#entered = enter === undefined;
  }

  /** What `ctx.lifespan` is. */
  get value(): unknown {
    return this.#value;
  }

  get entered(): boolean {
    return this.#entered;
  }

  /** Enters it unless it has been. A failure rejects this call, and the next one tries again. */
  enter(): Promise<void> {
    if (this.#entered) return loadOpenTelemetry() ?? Promise.resolve();
    this.#entering ??= this.#run().finally(() => {
      this.#entering = undefined;
    });
    return this.#entering;
  }

  /** Leaves it: disposes of the value if it can be. The next one who serves enters it anew. */
  async leave(): Promise<void> {
    await this.#entering?.catch(() => {});
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
    await loadOpenTelemetry();
    this.#value = await this.#enter?.();
    this.#entered = true;
  }
}
