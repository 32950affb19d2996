/** Whether two types are the same, `any` and optional members told apart. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles where its type argument is `true`. */
export declare function check<_T extends true>(): void;
/** The type of a value, checked against `Expected`: `is<string>()(value)` would accept any; `typed(value)` does not. */
export declare function typed<Actual>(value: Actual): {
  as<Expected>(...proof: Same<Actual, Expected> extends true ? [] : [never]): void;
};
