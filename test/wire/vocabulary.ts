import { at, type JsonObject } from './json.js';
import type { RevisionSchema } from './schemas.js';

export type Sender = 'client' | 'server';

/** What one schema says about a method. */
export interface MethodFacts {
  /** The definition of its request or notification. */
  readonly definition: string;
  readonly isRequest: boolean;
  /** Who may send it on its own; nobody where it only occurs inside other messages. */
  readonly senders: ReadonlySet<Sender>;
  /** The definition of a complete result; `EmptyResult` where the method has none of its own. */
  readonly result: string;
  /** Whether the answer may ask for input instead. */
  readonly mayRequireInput: boolean;
  /** Whether the answer may be a task instead. */
  readonly mayBecomeTask: boolean;
}

/** An error that has a definition of its own. */
export interface TypedError {
  readonly definition: string;
  /** Whether the definition describes the whole response or only its `error` member. */
  readonly wholeResponse: boolean;
}

/** The names that one revision's schema gives to things. */
export interface Vocabulary {
  readonly methods: ReadonlyMap<string, MethodFacts>;
  readonly errors: ReadonlyMap<number, readonly TypedError[]>;
  readonly resultResponse: string;
  readonly errorResponse: string;
  readonly batches: boolean;
}

const references = (schema: unknown): string[] => {
  const members = at(schema, 'anyOf');
  const list: unknown[] = Array.isArray(members) ? members : [schema];
  return list.flatMap((member) => {
    const ref = at(member, '$ref');
    return typeof ref === 'string' ? [ref.slice(ref.lastIndexOf('/') + 1)] : [];
  });
};

/** Reads methods, directions, results and error codes out of a schema. */
export function readVocabulary(schema: RevisionSchema): Vocabulary {
  const { definitions } = schema;
  const methods = new Map<string, MethodFacts>();
  for (const [name, definition] of Object.entries(definitions)) {
    const method = at(definition, 'properties', 'method', 'const');
    if (typeof method !== 'string' || /^(Client|Server)(Request|Notification)$/.test(name)) continue;
    methods.set(method, methodFacts(definitions, name, method));
  }
  return {
    methods,
    errors: readErrors(definitions),
    resultResponse: 'JSONRPCResultResponse' in definitions ? 'JSONRPCResultResponse' : 'JSONRPCResponse',
    errorResponse: 'JSONRPCErrorResponse' in definitions ? 'JSONRPCErrorResponse' : 'JSONRPCError',
    batches: 'JSONRPCBatchRequest' in definitions,
  };
}

function methodFacts(definitions: RevisionSchema['definitions'], name: string, method: string): MethodFacts {
  const isRequest = name.endsWith('Request');
  const kind = isRequest ? 'Request' : 'Notification';
  const senders = new Set<Sender>();
  for (const [sender, union] of [
    ['client', definitions[`Client${kind}`]],
    ['server', definitions[`Server${kind}`]],
  ] as const) {
    const isOnlyMember = at(union, 'properties', 'method', 'const') === method;
    if (isOnlyMember || references(union).includes(name)) senders.add(sender);
  }
  const ownResult = name.replace(/Request$/, 'Result');
  const answers = references(at(definitions[`${ownResult}Response`], 'properties', 'result'));
  return {
    definition: name,
    isRequest,
    senders,
    result: isRequest && ownResult in definitions ? ownResult : 'EmptyResult',
    mayRequireInput: answers.includes('InputRequiredResult'),
    mayBecomeTask: 'CreateTaskResult' in definitions && takesTask(definitions, definitions[name]),
  };
}

/** Whether the params of a request, or one of their alternatives, have a `task` member. */
function takesTask(definitions: RevisionSchema['definitions'], request: JsonObject | undefined): boolean {
  const params = references(at(request, 'properties', 'params'));
  const alternatives = params.flatMap((name) => [name, ...references(definitions[name])]);
  return alternatives.some((name) => at(definitions[name], 'properties', 'task') !== undefined);
}

function readErrors(definitions: RevisionSchema['definitions']): Map<number, TypedError[]> {
  const errors = new Map<number, TypedError[]>();
  for (const [definition, schema] of Object.entries(definitions)) {
    const parts = at(schema, 'properties', 'error', 'allOf');
    const wholeResponse = Array.isArray(parts);
    const candidates: unknown[] = wholeResponse ? parts : [schema];
    for (const part of candidates) {
      const code = at(part, 'properties', 'code', 'const');
      if (typeof code !== 'number') continue;
      errors.set(code, [...(errors.get(code) ?? []), { definition, wholeResponse }]);
    }
  }
  return errors;
}
