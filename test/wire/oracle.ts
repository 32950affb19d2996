import { Compile, type Validator } from 'typebox/schema';
import { at, isObject, type JsonObject } from './json.js';
import { isRevisionName, type RevisionName, type RevisionSchema, readSchema, revisions } from './schemas.js';
import { type MethodFacts, readVocabulary, type Sender, type Vocabulary } from './vocabulary.js';

export { oracleAvailable, oracleRequired, revisions } from './schemas.js';
export type { Sender } from './vocabulary.js';

/** What has to be known about a message before it can be judged. */
export interface MessageFacts {
  readonly revision: string;
  readonly sender: Sender;
  /** For a response: the method of the request that it answers. Without it only the envelope is checked. */
  readonly method?: string | undefined;
}

/** Judges messages by the specification's own schemas. */
export interface Oracle {
  /** What is wrong with a parsed message, one sentence each; nothing when it is valid. */
  check(message: unknown, facts: MessageFacts): string[];
  /** What is wrong with a value that should be the named definition. */
  checkDefinition(value: unknown, revision: string, definition: string): string[];
  /** The names of a revision's definitions. */
  definitions(revision: string): string[];
}

/**
 * Makes an oracle. Schemas are read on the first message of their revision, definitions compiled on first use.
 * Throws at that moment when the schemas are not there (see `oracleAvailable`).
 */
export function createOracle(): Oracle {
  const judges = new Map<RevisionName, Judge>();
  const judgeOf = (revision: string): Judge => {
    if (!isRevisionName(revision)) {
      throw new Error(`The oracle knows the revisions ${revisions.join(', ')}; it was asked for "${revision}".`);
    }
    const judge = judges.get(revision) ?? new Judge(revision, (method) => isSpecified(method, judgeOf));
    judges.set(revision, judge);
    return judge;
  };
  return {
    check: (message, facts) => judgeOf(facts.revision).check(message, facts),
    checkDefinition: (value, revision, definition) => judgeOf(revision).validate(definition, value),
    definitions: (revision) => judgeOf(revision).definitionNames(),
  };
}

function isSpecified(method: string, judgeOf: (revision: string) => Judge): boolean {
  return revisions.some((revision) => judgeOf(revision).knows(method));
}

/** One revision's part of the oracle. */
class Judge {
  readonly #revision: RevisionName;
  readonly #schema: RevisionSchema;
  readonly #vocabulary: Vocabulary;
  readonly #isSpecified: (method: string) => boolean;
  readonly #validators = new Map<string, Validator>();

  constructor(revision: RevisionName, isSpecified: (method: string) => boolean) {
    this.#revision = revision;
    this.#schema = readSchema(revision);
    this.#vocabulary = readVocabulary(this.#schema);
    this.#isSpecified = isSpecified;
  }

  definitionNames(): string[] {
    return Object.keys(this.#schema.definitions);
  }

  knows(method: string): boolean {
    return this.#vocabulary.methods.has(method);
  }

  check(message: unknown, facts: MessageFacts): string[] {
    if (Array.isArray(message)) return this.#checkBatch(message, facts);
    if (!isObject(message)) return [this.#say('message', 'is neither an object nor a batch')];
    if ('method' in message) return this.#checkCall(message, facts.sender);
    if ('error' in message) return this.#checkError(message);
    if ('result' in message) return this.#checkResult(message, facts.method);
    return [this.#say('message', 'has none of method, result and error')];
  }

  #checkBatch(batch: readonly unknown[], facts: MessageFacts): string[] {
    if (!this.#vocabulary.batches) return [this.#say('batch', 'does not exist at this revision')];
    if (batch.length === 0) return [this.#say('batch', 'is empty, which JSON-RPC forbids')];
    const calls = batch.some((item) => at(item, 'method') !== undefined);
    const envelope = calls ? 'JSONRPCBatchRequest' : 'JSONRPCBatchResponse';
    return [...this.validate(envelope, batch), ...batch.flatMap((item) => this.check(item, facts))];
  }

  #checkCall(message: JsonObject, sender: Sender): string[] {
    const isRequest = 'id' in message;
    const problems = this.validate(isRequest ? 'JSONRPCRequest' : 'JSONRPCNotification', message);
    if ('result' in message || 'error' in message) problems.push(this.#say('message', 'is both a call and a response'));
    const method = message.method;
    if (typeof method !== 'string') return problems;
    const known = this.#vocabulary.methods.get(method);
    if (known === undefined) {
      if (!isExtensionMethod(method, this.#revision) && this.#isSpecified(method)) {
        problems.push(this.#say(method, 'belongs to another revision'));
      }
      return problems;
    }
    if (known.isRequest !== isRequest) {
      problems.push(
        this.#say(method, known.isRequest ? 'is a request and needs an id' : 'is a notification and has no id'),
      );
    }
    if (!known.senders.has(sender)) problems.push(this.#say(method, `may not be sent by a ${sender}`));
    problems.push(...this.validate(known.definition, message));
    return problems;
  }

  #checkResult(message: JsonObject, method: string | undefined): string[] {
    const problems = this.validate(this.#vocabulary.resultResponse, message);
    const known = method === undefined ? undefined : this.#vocabulary.methods.get(method);
    const result = message.result;
    if (known === undefined || !isObject(result)) return problems;
    problems.push(...this.validate(resultDefinition(known, result), result));
    return problems;
  }

  #checkError(message: JsonObject): string[] {
    const problems = this.validate(this.#vocabulary.errorResponse, message);
    if ('result' in message) problems.push(this.#say('response', 'has both a result and an error'));
    const error = message.error;
    const code = at(error, 'code');
    const typed = typeof code === 'number' ? (this.#vocabulary.errors.get(code) ?? []) : [];
    for (const { definition, wholeResponse } of typed) {
      problems.push(...this.validate(definition, wholeResponse ? message : error));
    }
    return problems;
  }

  /** What is wrong with a value that should be the named definition. */
  validate(definition: string, value: unknown): string[] {
    const validator = this.#validators.get(definition) ?? this.#compile(definition);
    if (validator.Check(value)) return [];
    const [, errors] = validator.Errors(value);
    const lines = nearest(errors).map(({ instancePath, message }) =>
      this.#say(definition, `${instancePath === '' ? 'itself' : instancePath} ${message}`),
    );
    return lines.length === 0 ? [this.#say(definition, 'does not match')] : [...new Set(lines)];
  }

  #compile(definition: string): Validator {
    const { keyword, definitions } = this.#schema;
    if (!(definition in definitions)) throw new Error(`${this.#revision} has no definition ${definition}.`);
    const schema: object = { [keyword]: definitions, $ref: `#/${keyword}/${definition}` };
    const validator = Compile(schema);
    this.#validators.set(definition, validator);
    return validator;
  }

  #say(what: string, problem: string): string {
    return `${this.#revision} ${what}: ${problem}`;
  }
}

/** Unions are told apart by hand, because the schemas give them no discriminator. */
function resultDefinition(method: MethodFacts, result: JsonObject): string {
  if (method.mayBecomeTask && 'task' in result) return 'CreateTaskResult';
  const resultType = result.resultType;
  if (method.mayRequireInput && resultType === 'input_required') return 'InputRequiredResult';
  // An extension's result type: the schema knows only what all results share.
  if (isExtensionResult(resultType) && method.result !== 'EmptyResult') return 'Result';
  return method.result;
}

function isExtensionResult(resultType: unknown): boolean {
  return typeof resultType === 'string' && resultType !== 'complete' && resultType !== 'input_required';
}

/** The tasks extension of the modern era reuses method names of the 2025-11-25 core. */
function isExtensionMethod(method: string, revision: RevisionName): boolean {
  return revision === revisions.at(-1) && /^(notifications\/)?tasks(\/|$)/.test(method);
}

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
}

/** Leaves out the branches of unions that failed on a constant, and so were not meant, where others remain. */
function nearest(errors: readonly SchemaError[]): readonly SchemaError[] {
  const branchOf = ({ schemaPath }: SchemaError) => /^.*\/anyOf\/\d+/.exec(schemaPath)?.[0];
  const strangers = new Set(errors.filter(({ keyword }) => keyword === 'const').map(branchOf));
  strangers.delete(undefined);
  const meant = errors.filter((error) => !strangers.has(branchOf(error)));
  return meant.length === 0 ? errors : meant;
}
