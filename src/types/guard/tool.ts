import type { AnySchema, ObjectSchema, Tool, ToolAnnotations, ToolExecution } from '../tool.js';
import { icons } from './base.js';
import { anyObject, boolean, object, oneOf, optional, string } from './combinators.js';
import { meta } from './notifications.js';

const annotations = object<ToolAnnotations>({
  title: optional(string),
  readOnlyHint: optional(boolean),
  destructiveHint: optional(boolean),
  idempotentHint: optional(boolean),
  openWorldHint: optional(boolean),
});

export const tool = object<Tool>({
  ...meta,
  name: string,
  title: optional(string),
  description: optional(string),
  inputSchema: object<ObjectSchema>({ type: oneOf('object') }),
  outputSchema: optional<AnySchema>(anyObject),
  annotations: optional(annotations),
  icons,
  execution: optional(object<ToolExecution>({ taskSupport: optional(oneOf('forbidden', 'optional', 'required')) })),
});
