import { percentDecode } from './uri-encoding.js';
import type { UriPart } from './uri-grammar.js';
import { planUriMatch, type UriElement, type UriPlan } from './uri-plan.js';
import { matchQuery } from './uri-query.js';
import type { UriTemplate } from './uri-template.js';

/** The most characters of a URI that a template is matched against; a longer one matches nothing. */
export const MAX_URI_LENGTH = 65_536;

/** The variables that a URI gave. */
export type UriMatch = Record<string, string | string[]>;

type Value = Extract<UriElement, { kind: 'value' }>;
type Rest = Extract<UriElement, { kind: 'rest' }>;
type Matrix = Extract<UriElement, { kind: 'matrix' }>;

/** How the templates that have been matched are matched, by their parts. */
const plans = new WeakMap<readonly UriPart[], UriPlan>();

/**
 * The percent-decoded variables of a URI, or `undefined` when it does not fit. Never throws.
 *
 * - Text is compared byte for byte. `{x}`, `{.x}`, `{/x}` end at `/`, `?` and `#`, `{+x}` and `{/x*}` at `?` and `#`.
 * - The query, as `{?x}` or `?x={x}`, matches in any order. Names the template lacks are ignored, of a repeated one the
 *   first counts, an absent optional one is left out, an empty one is `''`. A `+` is a `+`; `%20` is a space.
 * - Where two readings are possible, the variable further left takes more (`{name}.{ext}` of `a.tar.gz` is `a.tar`,
 *   `gz`), except that those around a variable that spans segments take as little as they can.
 * - A malformed percent sequence, or more than 65,536 characters, match nothing.
 */
export function matchUriTemplate({ text, isTemplate, parts }: UriTemplate, uri: string): UriMatch | undefined {
  if (isTemplate) return matchUri(parts, uri);
  return uri === text ? {} : undefined;
}

/** The time is linear in the length for each variable. */
function matchUri(parts: readonly UriPart[], uri: string): UriMatch | undefined {
  if (uri.length > MAX_URI_LENGTH) return undefined;
  const plan = planOf(parts);
  const found: UriMatch = {};
  if (plan.query === undefined) return matchElements(plan.path, uri, found) ? found : undefined;
  const hash = uri.indexOf('#');
  const bare = hash === -1 ? uri : uri.slice(0, hash);
  const mark = bare.indexOf('?');
  if (!matchElements(plan.path, mark === -1 ? bare : bare.slice(0, mark), found)) return undefined;
  if (!matchQuery(plan.query, mark === -1 ? '' : bare.slice(mark + 1), found)) return undefined;
  if (plan.fragment === undefined) return found;
  return matchElements(plan.fragment, hash === -1 ? '' : uri.slice(hash), found) ? found : undefined;
}

function planOf(parts: readonly UriPart[]): UriPlan {
  let plan = plans.get(parts);
  if (plan === undefined) {
    plan = planUriMatch(parts);
    plans.set(parts, plan);
  }
  return plan;
}

function matchElements(elements: readonly UriElement[], text: string, found: UriMatch): boolean {
  const first = elements[0];
  if (first === undefined) return text === '';
  const head = first.kind === 'literal' ? first.text : '';
  if (!text.startsWith(head)) return false;
  const from = head === '' ? 0 : 1;
  const middle = elements.findIndex((element) => element.kind === 'rest');
  const start = scanForward(elements, from, middle === -1 ? from : middle, text, head.length, found);
  if (start === -1) return false;
  const end = scanBackward(elements, middle === -1 ? from : middle + 1, text, start, found);
  if (end === -1) return false;
  const rest = elements[middle];
  return rest?.kind === 'rest' ? takeRest(rest, text.slice(start, end), found) : end === start;
}

/** Reads the elements before the one that takes the rest: each value is as short as it can be. Gives the end, or -1. */
function scanForward(
  elements: readonly UriElement[],
  from: number,
  to: number,
  text: string,
  start: number,
  found: UriMatch,
): number {
  let at = start;
  for (let i = from; i < to; i++) {
    const element = elements[i];
    if (element === undefined || element.kind === 'rest') return -1;
    if (element.kind === 'literal') {
      if (!text.startsWith(element.text, at)) return -1;
      at += element.text.length;
      continue;
    }
    let end = nextStop(text, at, element.stops);
    const next = elements[i + 1];
    if (element.kind === 'value' && next?.kind === 'literal') {
      const hit = text.indexOf(next.text, at);
      if (hit === -1 || hit > end) return -1;
      end = hit;
    }
    const raw = text.slice(at, end);
    if (!(element.kind === 'matrix' ? takeMatrix(element, raw, found) : takeValue(element, raw, found))) return -1;
    at = end;
  }
  return at;
}

/** Reads the elements from the end down to index `to`, never before `floor`; each value is as short as it can be. */
function scanBackward(
  elements: readonly UriElement[],
  to: number,
  text: string,
  floor: number,
  found: UriMatch,
): number {
  let end = text.length;
  for (let i = elements.length - 1; i >= to; i--) {
    const element = elements[i];
    if (element === undefined || element.kind === 'rest') return -1;
    if (element.kind === 'literal') {
      end -= element.text.length;
      if (end < floor || !text.startsWith(element.text, end)) return -1;
      continue;
    }
    const earliest = previousStop(text, end, floor, element.stops);
    const start =
      element.kind === 'matrix' ? matrixStart(text, earliest, end) : valueStart(elements, i, to, text, end, floor);
    if (start < earliest) return -1;
    const raw = text.slice(start, end);
    if (!(element.kind === 'matrix' ? takeMatrix(element, raw, found) : takeValue(element, raw, found))) return -1;
    end = start;
  }
  return end;
}

function matrixStart(text: string, earliest: number, end: number): number {
  const lead = text.indexOf(';', earliest);
  return lead === -1 || lead > end ? end : lead;
}

/** Where the value at index `i` begins: behind the nearest text that its left neighbour asks for. */
function valueStart(
  elements: readonly UriElement[],
  i: number,
  to: number,
  text: string,
  end: number,
  floor: number,
): number {
  const before = i > to ? elements[i - 1] : undefined;
  if (before?.kind !== 'literal') return floor;
  const hit = end < before.text.length ? -1 : text.lastIndexOf(before.text, end - before.text.length);
  return hit < floor ? -1 : hit + before.text.length;
}

function takeValue(element: Value, raw: string, found: UriMatch): boolean {
  const value = percentDecode(raw);
  if (value === undefined) return false;
  found[element.variable.name] = value;
  return true;
}

function takeRest(element: Rest, raw: string, found: UriMatch): boolean {
  const { variable, stops } = element;
  if (nextStop(raw, 0, stops) !== raw.length) return false;
  if (!variable.explode) {
    const value = percentDecode(raw);
    if (value === undefined) return false;
    found[variable.name] = value;
    return true;
  }
  const values: string[] = [];
  if (raw !== '') {
    const [lead, ...items] = raw.split(variable.operator);
    if (lead !== '') return false;
    for (const item of items) {
      const value = percentDecode(item);
      if (value === undefined) return false;
      values.push(value);
    }
  }
  found[variable.name] = values;
  return true;
}

/** Reads `;a=1;b`: every name must be known, and only a list may occur twice. */
function takeMatrix(element: Matrix, raw: string, found: UriMatch): boolean {
  if (raw === '') return true;
  const [lead, ...pairs] = raw.split(';');
  if (lead !== '') return false;
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    const variable = element.variables.find((candidate) => candidate.name === name);
    const value = equals === -1 ? '' : percentDecode(pair.slice(equals + 1));
    if (variable === undefined || value === undefined) return false;
    const earlier = Object.hasOwn(found, name) ? found[name] : undefined;
    if (!variable.explode && earlier !== undefined) return false;
    if (!variable.explode) found[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else found[name] = [value];
  }
  return true;
}

/** The first place from `from` on that holds one of `stops`, else the length. */
function nextStop(text: string, from: number, stops: string): number {
  let at = from;
  while (at < text.length && !stops.includes(text.charAt(at))) at++;
  return at;
}

/** The place behind the last of `stops` before `end`, and never before `floor`. */
function previousStop(text: string, end: number, floor: number, stops: string): number {
  let at = end;
  while (at > floor && !stops.includes(text.charAt(at - 1))) at--;
  return at;
}
