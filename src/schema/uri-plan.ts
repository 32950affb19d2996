import {
  leadOf,
  separatorOf,
  spans,
  type UriExpression,
  type UriPart,
  type UriVariable,
  type Zone,
  zoneAfter,
  zoneStops,
} from './uri-grammar.js';
import { planQuery, type QueryPlan } from './uri-query.js';

/** What a URI must hold, in order. */
export type UriElement =
  | { readonly kind: 'literal'; readonly text: string }
  /** One value that ends before the first of `stops`. */
  | { readonly kind: 'value'; readonly variable: UriVariable; readonly stops: string }
  /** One value, or list, that takes what its neighbours leave. */
  | { readonly kind: 'rest'; readonly variable: UriVariable; readonly stops: string }
  /** `;name=value` pairs in any order, all optional. */
  | { readonly kind: 'matrix'; readonly variables: readonly UriVariable[]; readonly stops: string };

/** A template made ready for matching. Without `query`, `path` covers the whole URI. */
export interface UriPlan {
  readonly path: readonly UriElement[];
  readonly query?: QueryPlan;
  readonly fragment?: readonly UriElement[];
}

/** Decides how URIs are matched against a template that can be read in one way only. */
export function planUriMatch(parts: readonly UriPart[]): UriPlan {
  const sections = splitSections(parts);
  const query = sections.query === undefined ? undefined : planQuery(sections.query);
  if (query === undefined) return { path: flatten(parts, 'path') };
  const path = flatten(sections.path, 'path');
  if (sections.fragment === undefined) return { path, query };
  return { path, query, fragment: flatten(sections.fragment, 'fragment') };
}

/** Cuts the parts where the query and the fragment begin; a `?` behind a `#` begins no query. */
function splitSections(parts: readonly UriPart[]): { path: UriPart[]; query?: UriPart[]; fragment?: UriPart[] } {
  const path: UriPart[] = [];
  let query: UriPart[] | undefined;
  let fragment: UriPart[] | undefined;
  for (const part of parts) {
    if (typeof part !== 'string') {
      if (fragment === undefined && part.operator === '#') fragment = [];
      else if (fragment === undefined && query === undefined && part.operator === '?') query = [];
      (fragment ?? query ?? path).push(part);
      continue;
    }
    let literal = part;
    const hash = fragment === undefined ? literal.indexOf('#') : -1;
    const behind = hash === -1 ? '' : literal.slice(hash);
    if (hash !== -1) literal = literal.slice(0, hash);
    const mark = fragment === undefined && query === undefined ? literal.indexOf('?') : -1;
    if (mark !== -1) {
      if (mark > 0) path.push(literal.slice(0, mark));
      query = [];
      literal = literal.slice(mark);
    }
    if (literal !== '') (fragment ?? query ?? path).push(literal);
    if (behind !== '') fragment = [behind];
  }
  return { path, ...(query && { query }), ...(fragment && { fragment }) };
}

function flatten(parts: readonly UriPart[], start: Zone): UriElement[] {
  const elements: UriElement[] = [];
  let zone = start;
  for (const part of parts) {
    if (typeof part === 'string') {
      addLiteral(elements, part);
      zone = zoneAfter(zone, part);
    } else {
      zone = zoneAfter(zone, leadOf(part.operator));
      addExpression(elements, part, zone);
    }
  }
  return elements;
}

function addLiteral(elements: UriElement[], literal: string): void {
  const last = elements.at(-1);
  if (literal === '') return;
  if (last?.kind === 'literal') elements[elements.length - 1] = { kind: 'literal', text: last.text + literal };
  else elements.push({ kind: 'literal', text: literal });
}

function addExpression(elements: UriElement[], expression: UriExpression, zone: Zone): void {
  const { operator, variables } = expression;
  if (operator === ';') {
    addMatrix(elements, variables, zone);
    return;
  }
  const first = leadOf(operator);
  const separator = separatorOf(operator);
  const between = variables.length > 1 ? separator : '';
  variables.forEach((variable, index) => {
    if (!variable.explode) {
      addLiteral(elements, index === 0 ? first : separator);
      if (operator === '?' || operator === '&') addLiteral(elements, `${variable.name}=`);
    }
    if (variable.explode) endBefore(elements, first);
    elements.push({ kind: spans(variable) ? 'rest' : 'value', variable, stops: stopsOf(variable, zone, between) });
  });
}

function stopsOf(variable: UriVariable, zone: Zone, between: string): string {
  switch (variable.operator) {
    case '+':
      return zone === 'path' ? '?#' : '#';
    case '#':
      return '';
    case '/':
      return variable.explode ? '?#' : zoneStops[zone];
    case '.':
      return variable.explode ? '/?#' : `.${zoneStops[zone]}`;
    case '':
      return zoneStops[zone] + between;
    default:
      return zoneStops[zone];
  }
}

function addMatrix(elements: UriElement[], variables: readonly UriVariable[], zone: Zone): void {
  const last = elements.at(-1);
  if (last?.kind === 'matrix') {
    elements[elements.length - 1] = { ...last, variables: [...last.variables, ...variables] };
    return;
  }
  endBefore(elements, ';');
  elements.push({ kind: 'matrix', variables, stops: zoneStops[zone] });
}

/** Makes the last element, when it is a variable, end before `lead`. */
function endBefore(elements: UriElement[], lead: string): void {
  const last = elements.at(-1);
  if (last === undefined || (last.kind !== 'value' && last.kind !== 'rest') || last.stops.includes(lead)) return;
  elements[elements.length - 1] = { ...last, stops: last.stops + lead };
}
