import type {
  BooleanSchema,
  ElicitRequestedSchema,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  ElicitValue,
  LegacyTitledEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  StringSchema,
  TitledMultiSelectEnumSchema,
  TitledOption,
  TitledSingleSelectEnumSchema,
  UntitledMultiSelectEnumSchema,
} from '../elicitation.js';
import { requestMeta, resultFields } from '../guard/base.js';
import {
  anyObject,
  array,
  boolean,
  chosen,
  mismatch,
  number,
  object,
  oneOf,
  optional,
  record,
  string,
  tagged,
} from '../guard/combinators.js';
import type { Guard } from '../method.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const labels = { title: optional(string), description: optional(string) };
const strings = array(string);
const options = array(object<TitledOption>({ const: string, title: string }));

const text = object<StringSchema>({
  ...labels,
  type: oneOf('string'),
  minLength: optional(number),
  maxLength: optional(number),
  format: optional(oneOf('email', 'uri', 'date', 'date-time')),
  default: optional(string),
});

/** With or without `enumNames`: the plain choice is the one without. */
const plainChoice = object<LegacyTitledEnumSchema>({
  ...labels,
  type: oneOf('string'),
  enum: strings,
  enumNames: optional(strings),
  default: optional(string),
});

const titledChoice = object<TitledSingleSelectEnumSchema>({
  ...labels,
  type: oneOf('string'),
  oneOf: options,
  default: optional(string),
});

const several = {
  ...labels,
  type: oneOf('array'),
  minItems: optional(number),
  maxItems: optional(number),
  default: optional(strings),
};

const plainChoices = object<UntitledMultiSelectEnumSchema>({
  ...several,
  items: object<UntitledMultiSelectEnumSchema['items']>({ type: oneOf('string'), enum: strings }),
});

const titledChoices = object<TitledMultiSelectEnumSchema>({
  ...several,
  items: object<TitledMultiSelectEnumSchema['items']>({ anyOf: options }),
});

const numeric = object<NumberSchema>({
  ...labels,
  type: oneOf('number', 'integer'),
  minimum: optional(number),
  maximum: optional(number),
  default: optional(number),
});

/** The most specific shape decides: a choice is also a string to whoever ignores `enum`. */
const stringField = chosen<PrimitiveSchemaDefinition>((value) => {
  if (value.enum !== undefined) return plainChoice;
  return value.oneOf !== undefined ? titledChoice : text;
});

const arrayField = chosen<PrimitiveSchemaDefinition>(({ items }) =>
  typeof items === 'object' && items !== null && 'anyOf' in items ? titledChoices : plainChoices,
);

const field = tagged<PrimitiveSchemaDefinition>('type', {
  string: stringField,
  number: numeric,
  integer: numeric,
  boolean: object<BooleanSchema>({ ...labels, type: oneOf('boolean'), default: optional(boolean) }),
  array: arrayField,
});

const form = object<ElicitRequestFormParams>({
  ...requestMeta,
  mode: optional(oneOf('form')),
  message: string,
  requestedSchema: object<ElicitRequestedSchema>({
    $schema: optional(string),
    type: oneOf('object'),
    properties: record(field),
    required: optional(strings),
  }),
  task: optional(anyObject),
});

const address = object<ElicitRequestURLParams>({
  ...requestMeta,
  mode: oneOf('url'),
  message: string,
  url: string,
  elicitationId: optional(string),
  task: optional(anyObject),
});

const knownMode = object<{ mode: 'form' | 'url' }>({ mode: oneOf('form', 'url') });
const otherMode: Guard<ElicitRequestParams> = (params, path) => knownMode(params, path);

const elicitParams = chosen<ElicitRequestParams>(({ mode }) => {
  if (mode === undefined || mode === 'form') return form;
  return mode === 'url' ? address : otherMode;
});

const value: Guard<ElicitValue> = (candidate, path) => {
  if (Array.isArray(candidate)) return strings(candidate, path);
  if (typeof candidate === 'string' || typeof candidate === 'boolean') return undefined;
  if (typeof candidate === 'number' && Number.isFinite(candidate)) return undefined;
  return mismatch(path, 'a string, a number, a boolean or an array of strings', candidate);
};

const elicitResult = object<ElicitResult>({
  ...resultFields,
  action: oneOf('accept', 'decline', 'cancel'),
  content: optional(record(value)),
});

/** Asks the client's user. Modern servers ask inside an `InputRequiredResult`. */
export const elicit = defineMethod({
  ...traits.elicit,
  params: elicitParams,
  result: elicitResult,
});
