import type { Flatten } from './schema-types.js';

type Trim<V extends string> = V extends `${infer N}:${string}` ? N : V extends `${infer N}*` ? N : V;
type Names<S extends string> = S extends `${infer A},${infer B}` ? A | Names<B> : S;
type Expressions<U extends string> = U extends `${string}{${infer E}}${infer Rest}` ? E | Expressions<Rest> : never;
type Optional<E> = E extends `${'?' | '&' | ';'}${infer L}` ? Names<L> : never;
type Required<E> = E extends `${'?' | '&' | ';'}${string}`
  ? never
  : E extends `${'+' | '#' | '.' | '/'}${infer L}`
    ? Names<L>
    : E extends string
      ? Names<E>
      : never;
type Value<V extends string> = V extends `${string}*` ? string[] : string;

/**
 * The variables of a URI template, read from its literal type.
 *
 * `{x}` is a `string`, `{/x*}` a `string[]`; those of `{?x}`, `{&x}` and `{;x}` may be absent.
 * A template that is only known as `string` gives `{ [name: string]: string | undefined }`.
 */
export type UriVariables<U extends string> = string extends U
  ? { [name: string]: string | undefined }
  : Flatten<
      { [V in Required<Expressions<U>> as Trim<V>]: Value<V> } & {
        [V in Optional<Expressions<U>> as Trim<V>]?: Value<V>;
      }
    >;
