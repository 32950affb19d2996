/** What a schema library publishes about its types. */
export interface StandardTypes<Input = unknown, Output = Input> {
  readonly input: Input;
  readonly output: Output;
}

/** One step of an issue's path, spelled as an object. */
export interface StandardPathSegment {
  readonly key: PropertyKey;
}

/** Why a value was refused. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | StandardPathSegment> | undefined;
}

/** The answer of a validation: the typed value, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> };

/** The `~standard` member of a schema that can validate. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: StandardTypes<Input, Output> | undefined;
  readonly validate: (
    value: unknown,
    options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
  ) => StandardResult<Output> | Promise<StandardResult<Output>>;
}

/** A schema of any library that follows Standard Schema, version 1 (https://standardschema.dev). */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output>;
}

/** What a conversion to JSON Schema is asked for. `target` names the dialect, for example `draft-2020-12`. */
export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | ({} & string);
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** The `~standard` member of a schema that can say its JSON Schema. */
export interface StandardJsonSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly types?: StandardTypes<Input, Output> | undefined;
  readonly jsonSchema: {
    /** The JSON Schema of what the schema takes. May throw where it has none. */
    readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    /** The JSON Schema of what the schema gives. May throw where it has none. */
    readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  };
}

/** A schema of any library that follows Standard JSON Schema, version 1. */
export interface StandardJSONSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardJsonSchemaProps<Input, Output>;
}
