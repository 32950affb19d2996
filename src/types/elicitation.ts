import type { JsonObject } from './json.js';
import type { Meta, RequestMeta } from './meta.js';
import type { Result } from './result.js';

/** A text field of a form. Since 2025-06-18. */
export interface StringSchema {
  type: 'string';
  title?: string | undefined;
  description?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  format?: 'email' | 'uri' | 'date' | 'date-time' | undefined;
  /** Since 2025-11-25. */
  default?: string | undefined;
}

/** A number field of a form. Since 2025-06-18. */
export interface NumberSchema {
  type: 'number' | 'integer';
  title?: string | undefined;
  description?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  /** Since 2025-11-25. */
  default?: number | undefined;
}

/** A checkbox of a form. Since 2025-06-18. */
export interface BooleanSchema {
  type: 'boolean';
  title?: string | undefined;
  description?: string | undefined;
  default?: boolean | undefined;
}

/** A value and what people see for it. */
export interface TitledOption {
  const: string;
  title: string;
}

/** A choice of one among plain values. Since 2025-06-18; `default` since 2025-11-25. */
export interface UntitledSingleSelectEnumSchema {
  type: 'string';
  title?: string | undefined;
  description?: string | undefined;
  enum: string[];
  default?: string | undefined;
}

/** A choice of one among titled values. Since 2025-11-25. */
export interface TitledSingleSelectEnumSchema {
  type: 'string';
  title?: string | undefined;
  description?: string | undefined;
  oneOf: TitledOption[];
  default?: string | undefined;
}

/** A choice of several among plain values. Since 2025-11-25. */
export interface UntitledMultiSelectEnumSchema {
  type: 'array';
  title?: string | undefined;
  description?: string | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  items: { type: 'string'; enum: string[] };
  default?: string[] | undefined;
}

/** A choice of several among titled values. Since 2025-11-25. */
export interface TitledMultiSelectEnumSchema {
  type: 'array';
  title?: string | undefined;
  description?: string | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  items: { anyOf: TitledOption[] };
  default?: string[] | undefined;
}

/** A choice of one, its titles in a second list: the form before 2025-11-25, still understood. */
export interface LegacyTitledEnumSchema {
  type: 'string';
  title?: string | undefined;
  description?: string | undefined;
  enum: string[];
  /** Titles, in the order of `enum`. */
  enumNames?: string[] | undefined;
  default?: string | undefined;
}

export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema;
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema;
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema;

/** One field of a form. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema;

/** A flat form. */
export interface ElicitRequestedSchema {
  $schema?: string | undefined;
  type: 'object';
  properties: { [name: string]: PrimitiveSchemaDefinition };
  required?: string[] | undefined;
}

/** Asks the user to fill in a form. Never for secrets. Since 2025-06-18. */
export type ElicitRequestFormParams = {
  /** Absent means `form`. Since 2025-11-25. */
  mode?: 'form' | undefined;
  message: string;
  requestedSchema: ElicitRequestedSchema;
  /** Asks to run as a task. 2025-11-25 only. */
  task?: JsonObject | undefined;
  /** Until 2025-11-25. */
  _meta?: RequestMeta | undefined;
};

/** Asks the user to open an address. Since 2025-11-25. */
export type ElicitRequestURLParams = {
  mode: 'url';
  message: string;
  url: string;
  /** Unique on the server; a completion notification repeats it. 2025-11-25 only, and required there. */
  elicitationId?: string | undefined;
  /** Asks to run as a task. 2025-11-25 only. */
  task?: JsonObject | undefined;
  /** Until 2025-11-25. */
  _meta?: RequestMeta | undefined;
};

/** Asks the user something. Since 2025-06-18. */
export type ElicitRequestParams = ElicitRequestFormParams | ElicitRequestURLParams;

/** What a form field may hold. Arrays since 2025-11-25. */
export type ElicitValue = string | number | boolean | string[];

/** What the user did. Since 2025-06-18. */
export interface ElicitResult extends Result {
  action: 'accept' | 'decline' | 'cancel';
  /** The filled-in form; only with `accept`, and never for an address. */
  content?: { [name: string]: ElicitValue } | undefined;
}

/** What the user did at an address is done. 2025-11-25 only. */
export type ElicitationCompleteNotificationParams = {
  elicitationId: string;
  _meta?: Meta | undefined;
};
