import type { StandardJsonSchemaProps, StandardSchemaProps, StandardSchemaV1 } from './standard-schema.js';

/** A plain JSON Schema: dialect 2020-12 unless `$schema` says 2019-09 or draft-07. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: { readonly [name: string]: JsonSchema | boolean };
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/**
 * A schema that validates and can also say its JSON Schema: Zod 4 and ArkType as they are, Valibot through
 * `toStandardJsonSchema()` of `@valibot/to-json-schema`.
 */
export interface SelfDescribing {
  readonly '~standard': StandardSchemaProps & StandardJsonSchemaProps;
}

/** What is accepted wherever a schema is asked for. */
export type AnySchema = SelfDescribing | JsonSchema;

/** A JSON Schema whose TypeScript type was given by hand. Made by `jsonSchema()`. */
export interface TypedJsonSchema<T> {
  readonly '~standard': StandardSchemaProps<T> & StandardJsonSchemaProps<T>;
}

/** The schema of a call without arguments. */
export interface NoArgs extends TypedJsonSchema<{}> {}

/** Spells an intersection out as one object, so that editors show its members. */
export type Flatten<T> = T extends unknown ? { [K in keyof T]: T[K] } & {} : never;

/** What a schema takes: the type before defaults and transforms. */
export type InputOf<S> = S extends StandardSchemaV1 ? NonNullable<S['~standard']['types']>['input'] : FromJsonSchema<S>;

/** What a schema gives: the type after defaults and transforms. */
export type OutputOf<S> = S extends StandardSchemaV1
  ? NonNullable<S['~standard']['types']>['output']
  : FromJsonSchema<S>;

/** The part of JSON Schema that reads as a TypeScript type; anything else is `unknown`. */
export type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer U)[] }
      ? FromJsonSchema<U>
      : S extends { readonly oneOf: readonly (infer U)[] }
        ? FromJsonSchema<U>
        : S extends { readonly type: infer T }
          ? FromType<T, S>
          : unknown;

type FromType<T, S> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? S extends { readonly items: infer I }
            ? FromJsonSchema<I>[]
            : unknown[]
          : T extends 'object'
            ? FromObject<S>
            : T extends readonly (infer U)[]
              ? FromType<U, S>
              : string extends T
                ? { [name: string]: unknown }
                : unknown;

type FromObject<S> = S extends { readonly properties: infer P }
  ? string extends keyof P
    ? { [name: string]: unknown }
    : Flatten<
        { -readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: FromJsonSchema<P[K]> } & {
          -readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: FromJsonSchema<P[K]>;
        }
      >
  : { [name: string]: unknown };

type RequiredOf<S> = S extends { readonly required: readonly (infer K)[] } ? K : never;

type Primitive = string | number | boolean | null | undefined;

/** The fields of a form that are no flat ones. */
type DeepFields<T> = {
  [K in keyof T as unknown extends T[K] ? never : T[K] extends Primitive | readonly string[] ? never : K]-?: T[K];
};

/** `unknown` when every field is flat, else the sentence for the first deep ones. */
export type CheckFlat<T> = unknown extends T
  ? unknown
  : T extends readonly unknown[] | Primitive
    ? 'An elicitation schema is an object of flat fields'
    : [keyof DeepFields<T>] extends [never]
      ? unknown
      : `An elicitation form has flat fields only (string, number, boolean, enum or string[]): '${keyof DeepFields<T> & string}' is not`;

/** The schema of a form, or the sentence that says why it is none. */
export type FlatSchema<S> = unknown extends CheckFlat<InputOf<S>> ? S : CheckFlat<InputOf<S>>;
