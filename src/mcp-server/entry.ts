/** What was given for something registered, whatever it is. */
interface Definition {
  readonly handler: unknown;
}

/** Something registered under a name: all that was given for it, and what requests need of that, made once. */
export class Entry<Given extends Definition, Prepared> {
  readonly key: string;
  enabled = true;
  definition: Given;
  prepared: Prepared;
  readonly #prepare: (key: string, definition: Given) => Prepared;

  /** @param prepare throws where `definition` cannot be used */
  constructor(key: string, definition: Given, prepare: (key: string, definition: Given) => Prepared) {
    this.key = key;
    this.definition = definition;
    this.prepared = prepare(key, definition);
    this.#prepare = prepare;
  }

  /** Changes what is given and leaves the rest: all of it, where the change cannot be used. */
  update(change: Partial<Given>): void {
    const { handler = this.definition.handler } = change;
    const definition: Given = Object.assign({}, this.definition, change, { handler });
    this.prepared = this.#prepare(this.key, definition);
    this.definition = definition;
  }
}
