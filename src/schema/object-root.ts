import type { JsonObject } from '../types/index.js';
import { own } from './keywords.js';

/** Whether the root of a schema says `type: "object"`, and nothing else beside it. */
export function isObjectRoot(schema: JsonObject): boolean {
  return own(schema, 'type') === 'object';
}
