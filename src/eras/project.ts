import {
  contentSince,
  type FieldRule,
  type FieldsName,
  fieldsSince,
  fieldUnions,
  isJsonObject,
  type JsonObject,
  methodFields,
  type ProtocolVersion,
} from '../types/index.js';
import { blockAsText } from './block-as-text.js';

/** Shows a value as one revision knows it. Gives the same object back when nothing has to go. */
export type Projection = (value: JsonObject) => JsonObject;

/** What one revision may see of params and results, by method. Methods that are missing here pass as they are. */
export interface Projections {
  readonly params: ReadonlyMap<string, Projection>;
  readonly results: ReadonlyMap<string, Projection>;
}

/**
 * The projections of a revision, made from the table of fields: a field that some revision defines and this one does
 * not is dropped, a content block it does not know becomes text, everything that no revision defines is kept.
 */
export function projectionsFor(version: ProtocolVersion): Projections {
  let projections = made.get(version);
  if (projections === undefined) {
    projections = makeProjections(version);
    made.set(version, projections);
  }
  return projections;
}

const made = new Map<ProtocolVersion, Projections>();

function makeProjections(version: ProtocolVersion): Projections {
  const projector = new Projector(version);
  const params = new Map<string, Projection>();
  const results = new Map<string, Projection>();
  for (const [method, fields] of Object.entries(methodFields)) {
    if (fields?.params !== undefined) params.set(method, projector.of(fields.params));
    if (fields?.result !== undefined) results.set(method, projector.of(fields.result));
  }
  return { params, results };
}

const identity: Projection = (value) => value;

class Projector {
  readonly #version: ProtocolVersion;
  readonly #made = new Map<FieldsName, Projection>();

  constructor(version: ProtocolVersion) {
    this.#version = version;
  }

  of(name: FieldsName): Projection {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    let projection: Projection = identity;
    this.#made.set(name, (value) => projection(value)); // an object may hold others of its own kind
    projection =
      name in fieldUnions
        ? this.#union(name as keyof typeof fieldUnions)
        : this.#object(name as keyof typeof fieldsSince); // a name is of one of the two tables
    this.#made.set(name, projection);
    return projection;
  }

  #object(name: keyof typeof fieldsSince): Projection {
    const gone: string[] = [];
    const inner: [field: string, project: (value: unknown) => unknown][] = [];
    for (const [field, rule] of Object.entries<FieldRule>(fieldsSince[name])) {
      if (!this.#has(rule)) gone.push(field);
      else if (rule.of !== undefined && this.of(rule.of) !== identity) inner.push([field, intoEach(this.of(rule.of))]);
      else if (rule.each !== undefined && this.of(rule.each) !== identity)
        inner.push([field, intoMembers(this.of(rule.each))]);
    }
    if (gone.length === 0 && inner.length === 0) return identity;
    return (value) => {
      let copy: JsonObject | undefined;
      for (const field of gone) {
        if (value[field] === undefined) continue;
        copy ??= Object.assign({}, value);
        delete copy[field];
      }
      for (const [field, project] of inner) {
        const held = value[field];
        if (held === undefined) continue;
        const seen = project(held);
        if (seen === held) continue;
        copy ??= Object.assign({}, value);
        copy[field] = seen;
      }
      return copy ?? value;
    };
  }

  #union(name: keyof typeof fieldUnions): Projection {
    const members = new Map<unknown, Projection>();
    for (const [type, member] of Object.entries(fieldUnions[name])) {
      const since = contentSince[type];
      members.set(type, since !== undefined && !this.#has({ since }) ? blockAsText : this.of(member));
    }
    if ([...members.values()].every((member) => member === identity)) return identity;
    return (value) => members.get(value.type)?.(value) ?? value;
  }

  #has(rule: FieldRule): boolean {
    if (rule.since !== undefined && this.#version < rule.since) return false;
    return rule.until === undefined || this.#version <= rule.until;
  }
}

function intoEach(project: Projection): (value: unknown) => unknown {
  return (value) => {
    if (!Array.isArray(value)) return isJsonObject(value) ? project(value) : value;
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (!isJsonObject(item)) continue;
      const seen = project(item);
      if (seen === item) continue;
      copy ??= value.slice();
      copy[index] = seen;
    }
    return copy ?? value;
  };
}

function intoMembers(project: Projection): (value: unknown) => unknown {
  const projectValue = intoEach(project);
  return (value) => {
    if (!isJsonObject(value)) return value;
    let copy: JsonObject | undefined;
    for (const [key, member] of Object.entries(value)) {
      const seen = projectValue(member);
      if (seen === member) continue;
      copy ??= Object.assign({}, value);
      copy[key] = seen;
    }
    return copy ?? value;
  };
}
