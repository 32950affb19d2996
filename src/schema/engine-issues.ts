import { issueLine, receivedType } from './issues.js';
import { own } from './keywords.js';
import { resolvePointer } from './references.js';

/** The lines for what the engine found wrong with `root`: in our words, which never name the value. */
export function engineIssues(errors: readonly EngineError[], root: unknown): string[] {
  return telling(errors).flatMap((error) => describe(error, root));
}

/** Without those that only follow from others. */
function telling(errors: readonly EngineError[]): readonly EngineError[] {
  const plain = errors.filter((error) => error.keyword !== 'boolean' && error.keyword !== 'if');
  const first = plain.filter((error) => !error.keyword.startsWith('unevaluated'));
  if (first.length > 0) return first;
  return plain.length > 0 ? plain : errors;
}

/** What the engine says of one fault. */
export interface EngineError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

function describe(error: EngineError, root: unknown): string[] {
  const path = steps(error.instancePath);
  const value =
    error.instancePath === '' ? root : resolvePointer(root, `#${error.instancePath.replaceAll('%', '%25')}`);
  const names = (key: string) => listed(own(error.params, key));
  const param = (key: string) => shownParam(own(error.params, key));
  switch (error.keyword) {
    case 'required':
      return array(own(error.params, 'requiredProperties')).map((name) =>
        issueLine([...path, String(name)], 'required, received undefined'),
      );
    case 'additionalProperties':
      return array(own(error.params, 'additionalProperties')).map((name) =>
        issueLine([...path, String(name)], 'expected no such property'),
      );
    case 'propertyNames':
      return [issueLine(path, `property names not allowed: ${names('propertyNames')}`)];
    case 'dependencies':
    case 'dependentRequired':
      return [issueLine(path, `expected ${names('dependencies')} beside ${param('property')}`)];
    default:
      return [issueLine(path, `expected ${expected(error.keyword, param, names)}, received ${receivedType(value)}`)];
  }
}

function expected(keyword: string, param: (key: string) => string, names: (key: string) => string): string {
  switch (keyword) {
    case 'type':
      return names('type').replaceAll('"', '').replaceAll(', ', ' or ');
    case 'const':
      return param('allowedValue');
    case 'enum':
      return `one of ${names('allowedValues')}`;
    case 'anyOf':
      return 'a match with one of the alternatives (anyOf)';
    case 'oneOf':
      return 'a match with exactly one of the alternatives (oneOf)';
    case 'not':
      return 'no match with what is excluded (not)';
    case 'boolean':
      return 'nothing here';
    case 'contains':
      return `at least ${param('minContains')} matching items`;
    case 'format':
      return `format ${param('format')}`;
    case 'pattern':
      return `a match with the pattern ${param('pattern')}`;
    case 'minItems':
      return `at least ${param('limit')} items`;
    case 'maxItems':
      return `at most ${param('limit')} items`;
    case 'minLength':
      return `at least ${param('limit')} characters`;
    case 'maxLength':
      return `at most ${param('limit')} characters`;
    case 'minProperties':
      return `at least ${param('limit')} properties`;
    case 'maxProperties':
      return `at most ${param('limit')} properties`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `a number ${param('comparison').replaceAll('"', '')} ${param('limit')}`;
    case 'multipleOf':
      return `a multiple of ${param('multipleOf')}`;
    case 'uniqueItems':
      return 'no item twice';
    case 'unevaluatedItems':
      return 'no further items';
    case 'unevaluatedProperties':
      return 'no further properties';
    default:
      return `a value that passes ${keyword}`;
  }
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listed(value: unknown): string {
  const all = Array.isArray(value) ? value : [value];
  const shown = all.slice(0, 10).map(shownParam).join(', ');
  return all.length > 10 ? `${shown}, …` : shown;
}

function shownParam(value: unknown): string {
  if (value instanceof RegExp) return value.source.slice(0, 100);
  if (value === undefined) return '1';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function steps(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
