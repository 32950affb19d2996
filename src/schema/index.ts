export { coerceJsonStrings } from './coerce.js';
export { type CompileOptions, compileOptional, compileSchema } from './compile.js';
export { compileUntrusted, type UntrustedSchema } from './compile-untrusted.js';
export { applyElicitationDefaults, type CompiledElicitation, compileElicitation } from './elicitation.js';
export { type HeaderParam, headerKeyword, headerParams } from './header-params.js';
export {
  decodeHeaderValue,
  encodeHeaderValue,
  type HeaderType,
  headerText,
  sameHeaderValue,
} from './header-values.js';
export type { CompiledSchema } from './interpreted-schema.js';
export type { Validation } from './issues.js';
export { jsonSchema } from './json-schema.js';
export { isObjectRoot } from './object-root.js';
export { containsPathTraversal, isAbsolutePath, safeJoinPath, unsafePath } from './path-safety.js';
export type {
  AnySchema,
  CheckFlat,
  FlatSchema,
  Flatten,
  FromJsonSchema,
  InputOf,
  JsonSchema,
  NoArgs,
  OutputOf,
  SelfDescribing,
  TypedJsonSchema,
} from './schema-types.js';
export type {
  StandardIssue,
  StandardJSONSchemaV1,
  StandardJsonSchemaOptions,
  StandardJsonSchemaProps,
  StandardPathSegment,
  StandardResult,
  StandardSchemaProps,
  StandardSchemaV1,
  StandardTypes,
} from './standard-schema.js';
export { expandUriTemplate, type UriValue, type UriValues } from './uri-expand.js';
export {
  MAX_URI_TEMPLATE_LENGTH,
  MAX_URI_TEMPLATE_VARIABLES,
  type UriOperator,
  type UriVariable,
} from './uri-grammar.js';
export { MAX_URI_LENGTH, matchUriTemplate, type UriMatch } from './uri-match.js';
export { isUriTemplate, parseUriTemplate, type UriTemplate } from './uri-template.js';
export type { UriVariables } from './uri-variables.js';
export { wrapObjectRoot } from './wrap-object-root.js';
