import { isJsonObject, type JsonObject } from '../types/index.js';
import { named, pointerStep, schemaLists, schemaMaps } from './keywords.js';
import { regularExpression } from './patterns.js';
import { SchemaProblem, schemaLimits, shown } from './schema-problem.js';

type Test = (value: unknown) => boolean;
/** What is wrong with the value of a keyword. */
type Check = (value: unknown, keyword: string) => string | undefined;

const dialects =
  /^(?:https?:\/\/json-schema\.org\/draft-07|https:\/\/json-schema\.org\/draft\/20(?:19-09|20-12))\/schema#?$/;
const types: ReadonlySet<unknown> = named('array boolean integer null number object string');

const isText: Test = (value) => typeof value === 'string';
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);
const text = shape('a string', isText);
const schemasByName = shape('an object of schemas', isJsonObject);

const table: readonly (readonly [keywords: ReadonlySet<string>, check: Check])[] = [
  [schemaMaps, schemasByName],
  [schemaLists, shape('an array of schemas', Array.isArray)],
  [named('$ref $dynamicRef $recursiveRef $anchor $dynamicAnchor $id format'), text],
  [named('exclusiveMaximum exclusiveMinimum maximum minimum'), shape('a number', (value) => typeof value === 'number')],
  [named('multipleOf'), shape('a number above 0', (value) => typeof value === 'number' && value > 0)],
  [
    named('maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties'),
    shape('a whole number, 0 or more', (value) => Number.isInteger(value) && Number(value) >= 0),
  ],
  [named('uniqueItems'), shape('a boolean', (value) => typeof value === 'boolean')],
  [named('enum'), shape('an array of values', Array.isArray)],
  [named('required'), shape('an array of strings', areTexts)],
  [
    named('dependentRequired'),
    shape('an object of arrays of strings', (value) => isJsonObject(value) && Object.values(value).every(areTexts)),
  ],
  [named('$schema'), dialectProblem],
  [named('type'), typeProblem],
  [named('pattern'), (value, keyword) => text(value, keyword) ?? patternProblem(String(value), false)],
  [named('patternProperties'), (value, keyword) => schemasByName(value, keyword) ?? namePatternProblem(Object(value))],
];

const checks = new Map(table.flatMap(([keywords, check]) => [...keywords].map((keyword) => [keyword, check] as const)));

/** Checks what the keywords of one schema hold, but not what is in the schemas that they hold. */
export function checkKeywords(schema: JsonObject, pointer: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = checks.get(keyword)?.(value, keyword);
    if (problem !== undefined) throw new SchemaProblem(pointer + pointerStep(keyword), problem);
  }
}

function shape(says: string, fits: Test): Check {
  return (value, keyword) => (fits(value) ? undefined : `${keyword} is ${says}, not ${shown(value)}`);
}

function dialectProblem(dialect: unknown): string | undefined {
  if (typeof dialect === 'string' && dialects.test(dialect)) return undefined;
  return `the dialect ${shown(dialect)} is not supported; use 2020-12 (or leave $schema out), 2019-09 or draft-07`;
}

function typeProblem(type: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(type) && type.length > 0 ? type : [type];
  const wrong = all.filter((one) => !types.has(one));
  if (wrong.length === 0) return undefined;
  return `${shown(wrong[0])} is no type of JSON Schema; use ${[...types].join(', ')}, or an array of them`;
}

function patternProblem(source: string, isForNames: boolean): string | undefined {
  if (source.length > schemaLimits.pattern) {
    return `a pattern of ${source.length} characters is over the limit of ${schemaLimits.pattern}`;
  }
  const expression = regularExpression(source);
  if (expression?.unicode || (expression !== undefined && !isForNames)) return undefined;
  return `${shown(source)} is no regular expression${expression === undefined ? '' : ' in Unicode mode'}`;
}

function namePatternProblem(schemas: object): string | undefined {
  for (const source of Object.keys(schemas)) {
    const problem = patternProblem(source, true);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
