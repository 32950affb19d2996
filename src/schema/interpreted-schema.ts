import type { JsonObject } from '../types/index.js';
import { interpreter } from './engine.js';
import type { Validation } from './issues.js';

/** A schema that was checked at registration. */
export interface CompiledSchema {
  /** What goes on the wire, deeply frozen. */
  readonly json: JsonObject;
  /** Checks a value. A promise only where the schema's own check is asynchronous, and for the first value that is interpreted or does not fit. */
  validate(value: unknown): Validation | Promise<Validation>;
}

/** A plain JSON Schema, interpreted: nothing is loaded or prepared before the first value. */
export class InterpretedSchema implements CompiledSchema {
  readonly json: JsonObject;
  readonly #isUntrusted: boolean;
  #check: ((value: unknown) => Validation) | undefined;

  /** @param isUntrusted whether it is a stranger's: `format` is an annotation only, and patterns are mistrusted */
  constructor(json: JsonObject, isUntrusted = false) {
    this.json = json;
    this.#isUntrusted = isUntrusted;
  }

  validate(value: unknown): Validation | Promise<Validation> {
    if (this.#check !== undefined) return this.#check(value);
    return interpreter.use(({ interpret }) => {
      this.#check ??= interpret(this.json, this.#isUntrusted);
      return this.#check(value);
    });
  }
}
