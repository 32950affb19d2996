import { isJsonObject, type JsonObject } from '../types/index.js';
import { longestMatchable } from './backtracking.js';
import { boundedPattern } from './bounded-pattern.js';
import { checkSchema } from './check-schema.js';
import { engineIssues } from './engine-issues.js';
import { type Hazards, hazardsOf } from './hazards.js';
import { boundedIssues, failedCheck, issueLine, type Validation } from './issues.js';
import { own, schemaMaps, setOwn } from './keywords.js';
import { resolvePointer } from './references.js';
import { CheckStopped } from './stopped.js';
import { type PatternClock, timedPattern } from './timed-patterns.js';

/** Checks values against one JSON Schema. */
export type Validator = (value: unknown) => Validation;

/** The part of typebox that interprets JSON Schema. */
export type Engine = typeof import('typebox/schema');

/** The most steps one check may take; a step is one schema looked at. */
const mostSteps = 1_000_000;
const mostErrors = 100;
const mostUniqueItems = 20_000;
const longestMatchedName = 1000;

/** Counts the schemas looked at: the engine asks this map about each of them. */
class StepCounter extends Map<never, never> {
  #steps = 0;
  override get(): undefined {
    if (++this.#steps > mostSteps) throw new CheckStopped('checking it takes too long');
    return undefined;
  }
}

/** How a schema is to be interpreted. */
export interface Interpretation {
  readonly hazards: Hazards;
  /** Whether the schema is a stranger's: `format` is an annotation only, and patterns are mistrusted. */
  readonly isUntrusted: boolean;
  /** Documents that references may also name; only tests have any. */
  readonly externals?: JsonObject;
}

/** Makes the check of a schema that `checkSchema` found in order. No code is generated. */
export function interpret(using: Engine, schema: JsonObject, isUntrusted: boolean): Validator {
  return interpretAs(using, schema, { hazards: hazardsOf(checkSchema(schema).schemas), isUntrusted });
}

/** The same for what need not be in order, with hazards that are known. */
export function interpretAs(using: Engine, schema: JsonObject, interpretation: Interpretation): Validator {
  const { hazards, isUntrusted, externals } = interpretation;
  const clock: PatternClock | undefined = isUntrusted ? { spent: 0 } : undefined;
  const prepared = prepare(schema, clock);
  const longestName = longestNameOf(hazards, isUntrusted);
  const context: Record<string, never> = Object.assign(Object.create(null), externals);
  if (!hazards.hasEmbedded) {
    for (const ref of pointersIn(schema)) {
      const target = resolvePointer(prepared, ref);
      if (target !== undefined) Reflect.set(context, ref, target);
    }
  }
  return (value) => {
    try {
      if (clock !== undefined) clock.spent = 0;
      if (hazards.hasUniqueItems || hazards.hasNamePatterns) stopAtHuge(value, hazards, longestName);
      const ok = using.CheckSchema(stackOf(using, context, prepared), new using.CheckContext(), prepared, value);
      return ok ? { value } : { issues: explain(using, context, prepared, value) };
    } catch (error) {
      return failedCheck(error);
    }
  };
}

function stackOf(using: Engine, context: Record<string, never>, schema: JsonObject) {
  return Object.assign(using.Stack(context, schema), { resourceEntries: new StepCounter() });
}

function explain(using: Engine, context: Record<string, never>, schema: JsonObject, value: unknown): readonly string[] {
  class Collector extends using.ErrorContext {
    override AtCapacity(): boolean {
      return this.GetErrors().length >= mostErrors;
    }
  }
  const collector = new Collector();
  using.ErrorSchema(stackOf(using, context, schema), collector, '#', '', schema, value);
  const errors = collector.GetErrors();
  const lines = engineIssues(errors, value);
  return lines.length > 0 ? boundedIssues(lines) : [issueLine([], 'does not match the schema')];
}

/** A copy for the engine: patterns compiled and bounded, and the dialect said, which saves it searches. The clock is for strangers. */
function prepare(schema: JsonObject, clock: PatternClock | undefined): JsonObject {
  const copy = prepared(schema, clock);
  const root = isJsonObject(copy) ? copy : {};
  if (own(root, '$schema') === undefined) root.$schema = 'https://json-schema.org/draft/2020-12/schema';
  return root;
}

function prepared(value: unknown, clock: PatternClock | undefined, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => prepared(one, clock));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [keyword, member] of Object.entries(value)) {
    if (isMap) setOwn(copy, keyword, prepared(member, clock));
    else if (keyword === 'const' || keyword === 'enum') setOwn(copy, keyword, member);
    else if (keyword === 'pattern' && typeof member === 'string')
      copy.pattern = (clock === undefined ? boundedPattern(member) : timedPattern(member, clock)) ?? member;
    else if (keyword !== 'format' || clock === undefined) {
      setOwn(copy, keyword, prepared(member, clock, schemaMaps.has(keyword)));
    }
  }
  return copy;
}

function* pointersIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [keyword, member] of Object.entries(value)) {
    if (keyword === '$ref' && typeof member === 'string' && member.startsWith('#')) yield member;
    else yield* pointersIn(member);
  }
}

function longestNameOf({ hasNamePatterns, patterns }: Hazards, isUntrusted: boolean): number {
  if (!isUntrusted || !hasNamePatterns) return longestMatchedName;
  return patterns.reduce((least, source) => Math.min(least, longestMatchable(source)), longestMatchedName);
}

/** Stops before arrays are compared item by item, or names matched against patterns, that are too long for it. */
function stopAtHuge(value: unknown, hazards: Hazards, longestName: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (hazards.hasUniqueItems && value.length > mostUniqueItems) {
      throw new CheckStopped(`an array of more than ${mostUniqueItems} items is too long to compare its items`);
    }
    for (const item of value) stopAtHuge(item, hazards, longestName);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (hazards.hasNamePatterns && name.length > longestName) {
      throw new CheckStopped(`a property name of more than ${longestName} characters is not matched against a pattern`);
    }
    stopAtHuge(member, hazards, longestName);
  }
}
