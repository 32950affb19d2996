import type { JsonObject } from '../types/index.js';
import type { SchemaFacts } from './check-schema.js';
import { loadedInterpreter, loadInterpreter } from './engine.js';
import type { Validation } from './issues.js';

/** A schema that was checked at registration. */
export interface CompiledSchema {
  /** What goes on the wire, deeply frozen. */
  readonly json: JsonObject;
  /** Checks a value. A promise only where the schema's own check is asynchronous, or JSON Schema is interpreted for the first time. */
  validate(value: unknown): Validation | Promise<Validation>;
}

/** A plain JSON Schema, interpreted: nothing is loaded or prepared before the first value. */
export class InterpretedSchema implements CompiledSchema {
  readonly json: JsonObject;
  readonly #facts: SchemaFacts;
  #check: ((value: unknown) => Validation) | undefined;

  constructor(json: JsonObject, facts: SchemaFacts) {
    this.json = json;
    this.#facts = facts;
  }

  validate(value: unknown): Validation | Promise<Validation> {
    if (this.#check !== undefined) return this.#check(value);
    const interpreter = loadedInterpreter();
    if (interpreter === undefined) return loadInterpreter().then(() => this.validate(value));
    this.#check = interpreter.interpret(this.json, this.#facts);
    return this.#check(value);
  }
}
