/** What interprets JSON Schema: a large part of this package, which only plain JSON Schemas need. */
export type Interpreter = typeof import('./interpreter.js');

let interpreter: Interpreter | undefined;
let loading: Promise<Interpreter> | undefined;

/** The interpreter, when it has been loaded already. */
export function loadedInterpreter(): Interpreter | undefined {
  return interpreter;
}

/** Loads the interpreter, once. */
export function loadInterpreter(): Promise<Interpreter> {
  loading ??= import('./interpreter.js').then(
    (loaded) => {
      interpreter = loaded;
      return loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
