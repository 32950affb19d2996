/** Holds back what comes while something is awaited; afterwards it goes on in the order in which it came. */
export class Gate {
  readonly #held: (() => void)[] = [];
  #shut = false;
  #awaiting = false;

  /** Whether what comes has to be held. */
  get shut(): boolean {
    return this.#shut;
  }

  hold(take: () => void): void {
    this.#held.push(take);
  }

  close(): void {
    this.#shut = true;
    this.#awaiting = true;
  }

  /** Lets everything go on. What comes while that is done, or after the gate was closed anew, is held. */
  open(): void {
    this.#awaiting = false;
    for (let take = this.#held.shift(); take !== undefined; take = this.#held.shift()) {
      take();
      if (this.#awaiting) return;
    }
    this.#shut = false;
  }
}
