import { at, isObject, type JsonObject, objectAt } from './json.js';

/**
 * One place where a published `schema.json` says something else than the specification's text and its
 * `schema.ts`, which are the source. `apply` changes the parsed definition in place.
 */
export interface Correction {
  readonly revisions: readonly string[];
  readonly definitions: readonly string[];
  readonly why: string;
  apply(definition: JsonObject): void;
}

const all = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const modern = ['2026-07-28'];

/** Methods' results that say `resultType: "complete"`. */
const completeResults = [
  'CallToolResult',
  'CompleteResult',
  'DiscoverResult',
  'GetPromptResult',
  'ListPromptsResult',
  'ListResourceTemplatesResult',
  'ListResourcesResult',
  'ListToolsResult',
  'ReadResourceResult',
  'SubscriptionsListenResult',
];

/** Replaces `integer` by `number` in a list of types. */
function widen(schema: JsonObject, ...more: readonly string[]): void {
  const types = schema.type;
  if (!Array.isArray(types)) return;
  schema.type = [...types.map((type) => (type === 'integer' ? 'number' : type)), ...more];
}

/** The member of a definition's `anyOf` that is a list of types. */
function typeList(schema: JsonObject): JsonObject {
  const members = schema.anyOf;
  const found = Array.isArray(members) ? members.find((member) => Array.isArray(at(member, 'type'))) : undefined;
  if (!isObject(found)) throw new Error('Expected a list of types in anyOf.');
  return found;
}

/** Adds `not: { required }` for each key, so that a more specific member of a union has to match. */
function forbid(schema: JsonObject, ...keys: readonly string[]): void {
  schema.not = { anyOf: keys.map((key) => ({ required: [key] })) };
}

/** Everything that is corrected, with its reason. Nothing else deviates from the published schemas. */
export const corrections: readonly Correction[] = [
  {
    revisions: modern,
    definitions: ['JSONValue'],
    why: 'JSON has fractions and null (schema.ts: string | number | boolean | null | object | array); the generator wrote integer and dropped null.',
    apply: (definition) => widen(typeList(definition), 'null'),
  },
  {
    revisions: ['2025-06-18'],
    definitions: ['ElicitResult'],
    why: 'A form may ask for a number, so an answer may be a fraction (schema.ts: string | number | boolean).',
    apply: (definition) => widen(objectAt(definition, 'properties', 'content', 'additionalProperties')),
  },
  {
    revisions: ['2025-11-25', '2026-07-28'],
    definitions: ['ElicitResult'],
    why: 'A form may ask for a number, so an answer may be a fraction (schema.ts: string | number | boolean | string[]).',
    apply: (definition) => widen(typeList(objectAt(definition, 'properties', 'content', 'additionalProperties'))),
  },
  {
    revisions: modern,
    definitions: completeResults,
    why: 'resultType is a plain string in the schema, so that the unions with InputRequiredResult tell nothing apart; the text fixes "complete".',
    apply: (definition) => {
      objectAt(definition, 'properties', 'resultType').const = 'complete';
    },
  },
  {
    revisions: modern,
    definitions: ['InputRequiredResult'],
    why: 'As written it matches every result. The text fixes "input_required" and demands inputRequests, requestState or both.',
    apply: (definition) => {
      objectAt(definition, 'properties', 'resultType').const = 'input_required';
      definition.anyOf = [{ required: ['inputRequests'] }, { required: ['requestState'] }];
    },
  },
  {
    revisions: ['2025-06-18', '2025-11-25', '2026-07-28'],
    definitions: ['StringSchema'],
    why: 'PrimitiveSchemaDefinition overlaps: with extra keys allowed, a broken enum passes as a plain string. With choices it is an enum.',
    apply: (definition) => forbid(definition, 'enum', 'enumNames'),
  },
  {
    revisions: ['2025-11-25', '2026-07-28'],
    definitions: ['UntitledSingleSelectEnumSchema'],
    why: 'PrimitiveSchemaDefinition overlaps: with extra keys allowed, broken enumNames pass as an untitled enum. With titles it is the older titled enum.',
    apply: (definition) => forbid(definition, 'enumNames'),
  },
  {
    revisions: ['2024-11-05', '2025-03-26', '2025-06-18'],
    definitions: ['JSONRPCError'],
    why: 'JSON-RPC 2.0 section 5 answers a request whose id could not be read with id null; these schemas demand an id and leave no value for it. Later ones let the id be absent.',
    apply: (definition) => {
      const properties = objectAt(definition, 'properties');
      properties.id = { anyOf: [properties.id, { type: 'null' }] };
    },
  },
  {
    revisions: ['2025-11-25'],
    definitions: ['ClientRequest'],
    why: 'resources/subscribe and resources/unsubscribe are specified and defined at this revision but were left out of the union of what a client may send.',
    apply: (definition) => {
      const members = definition.anyOf;
      if (!Array.isArray(members)) throw new Error('Expected anyOf.');
      members.push({ $ref: '#/$defs/SubscribeRequest' }, { $ref: '#/$defs/UnsubscribeRequest' });
    },
  },
  {
    revisions: all,
    definitions: ['ImageContent'],
    why: 'The format "byte" is not one of JSON Schema and checks nothing; it stands for base64.',
    apply: (definition) => base64(objectAt(definition, 'properties', 'data')),
  },
  {
    revisions: ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
    definitions: ['AudioContent'],
    why: 'The format "byte" is not one of JSON Schema and checks nothing; it stands for base64.',
    apply: (definition) => base64(objectAt(definition, 'properties', 'data')),
  },
  {
    revisions: all,
    definitions: ['BlobResourceContents'],
    why: 'The format "byte" is not one of JSON Schema and checks nothing; it stands for base64.',
    apply: (definition) => base64(objectAt(definition, 'properties', 'blob')),
  },
];

function base64(schema: JsonObject): void {
  delete schema.format;
  schema.pattern = '^[A-Za-z0-9+/]*={0,2}$';
}
