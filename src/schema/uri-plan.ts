import { invalidTemplate, operators, type UriExpression, type UriPart, type UriVariable } from './uri-grammar.js';
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

/** Where an element stands, which decides what ends a value there. */
type Zone = 'path' | 'query' | 'fragment';

const zoneStops: Readonly<Record<Zone, string>> = { path: '/?#', query: '&#', fragment: '#' };

/** Decides how URIs are matched against a template. Throws `INVALID_TEMPLATE` for one that would be ambiguous. */
export function planUriMatch(text: string, parts: readonly UriPart[]): UriPlan {
  refuseTwoRests(text, parts);
  refuseTwoQueries(text, parts);
  const sections = splitSections(parts);
  const query = sections.query === undefined ? undefined : planQuery(sections.query);
  if (query === undefined) return { path: flatten(text, parts, 'path') };
  const path = flatten(text, sections.path, 'path');
  if (sections.fragment === undefined) return { path, query };
  return { path, query, fragment: flatten(text, sections.fragment, 'fragment') };
}

function refuseTwoRests(text: string, parts: readonly UriPart[]): void {
  let first: UriVariable | undefined;
  for (const part of parts) {
    if (typeof part === 'string') continue;
    for (const variable of part.variables) {
      if (!variable.explode && variable.operator !== '+' && variable.operator !== '#') continue;
      if (first !== undefined) {
        const both = `"${first.name}" and "${variable.name}" can both span several segments`;
        throw invalidTemplate(text, part.position, `${both}; at most one variable may ({+x}, {#x} or one with "*")`);
      }
      first = variable;
    }
  }
}

function refuseTwoQueries(text: string, parts: readonly UriPart[]): void {
  let begun = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      begun ||= part.includes('?');
    } else if (part.operator === '?') {
      if (begun) throw invalidTemplate(text, part.position, 'the query has begun already; go on with {&x} or {?x,y}');
      begun = true;
    }
  }
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

function flatten(text: string, parts: readonly UriPart[], start: Zone): UriElement[] {
  const elements: UriElement[] = [];
  let zone = start;
  for (const part of parts) {
    if (typeof part === 'string') {
      addLiteral(text, elements, part);
      zone = zoneAfter(zone, part);
    } else {
      zone = zoneAfter(zone, operators[part.operator].first);
      addExpression(text, elements, part, zone);
    }
  }
  return elements;
}

function zoneAfter(zone: Zone, literal: string): Zone {
  if (zone === 'fragment' || literal.includes('#')) return 'fragment';
  return zone === 'query' || literal.includes('?') ? 'query' : 'path';
}

function addLiteral(text: string, elements: UriElement[], literal: string, position?: number): void {
  const last = elements.at(-1);
  if (literal === '') return;
  if (last?.kind === 'literal') {
    elements[elements.length - 1] = { kind: 'literal', text: last.text + literal };
    return;
  }
  if (last?.kind === 'matrix' && !last.stops.includes(literal.charAt(0))) {
    const at = position ?? text.indexOf(`}${literal}`);
    throw invalidTemplate(text, at, 'after {;x} must come the end, or one of / ? #');
  }
  elements.push({ kind: 'literal', text: literal });
}

function addExpression(text: string, elements: UriElement[], expression: UriExpression, zone: Zone): void {
  const { operator, variables, position } = expression;
  if (operator === ';') {
    addMatrix(elements, variables, zone);
    return;
  }
  const { first, separator } = operators[operator];
  const between = variables.length > 1 ? separator : '';
  variables.forEach((variable, index) => {
    if (!variable.explode) {
      addLiteral(text, elements, index === 0 ? first : separator, position);
      if (operator === '?' || operator === '&') addLiteral(text, elements, `${variable.name}=`, position);
    }
    const rest = variable.explode || operator === '+' || operator === '#';
    const element: UriElement = { kind: rest ? 'rest' : 'value', variable, stops: stopsOf(variable, zone, between) };
    refuseNeighbour(text, elements, element, position);
    elements.push(element);
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

/** Two variables side by side cannot be told apart, unless the second brings the character that ends the first. */
function refuseNeighbour(text: string, elements: UriElement[], next: UriElement, position: number): void {
  const last = elements.at(-1);
  if (last === undefined || last.kind === 'literal' || next.kind === 'literal' || next.kind === 'matrix') return;
  const lead = next.variable.explode ? operators[next.variable.operator].first : '';
  if (last.kind === 'matrix' ? lead !== '' && last.stops.includes(lead) : lead !== '' && last.kind === 'value') {
    endBefore(elements, lead);
    return;
  }
  const name = last.kind === 'matrix' ? last.variables.at(-1)?.name : last.variable.name;
  const problem = `"${name}" and "${next.variable.name}" stand side by side; put text between them`;
  throw invalidTemplate(text, position, problem);
}

/** Makes the last element, when it is a variable, end before `lead`. */
function endBefore(elements: UriElement[], lead: string): void {
  const last = elements.at(-1);
  if (last === undefined || (last.kind !== 'value' && last.kind !== 'rest') || last.stops.includes(lead)) return;
  elements[elements.length - 1] = { ...last, stops: last.stops + lead };
}
