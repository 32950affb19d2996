import { percentDecode } from './uri-encoding.js';
import type { UriPart, UriVariable } from './uri-grammar.js';

/** What a query string must and may hold, in any order. */
export interface QueryPlan {
  /** Pairs that must be there as they stand. */
  readonly fixed: readonly string[];
  readonly variables: ReadonlyMap<string, { readonly variable: UriVariable; readonly required: boolean }>;
}

/**
 * Reads the query section of a template: `{?a,b}`, `{&a}`, `?a={b}` and `?a=1`, in any combination.
 * Gives `undefined` for another form, such as `?{a}`; that one is then matched in order, like a path.
 */
export function planQuery(parts: readonly UriPart[]): QueryPlan | undefined {
  const fixed: string[] = [];
  const variables = new Map<string, { variable: UriVariable; required: boolean }>();
  let pending = '';
  const flush = () => {
    if (pending !== '') fixed.push(pending);
    pending = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      const pieces = (part.startsWith('?') ? part.slice(1) : part).split('&');
      if (pending === '' && variables.size > 0 && pieces[0] !== '') return undefined;
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) flush();
        pending += piece;
      }
    } else if (part.operator === '?' || part.operator === '&') {
      flush();
      for (const variable of part.variables) {
        if (variables.has(variable.name)) return undefined;
        variables.set(variable.name, { variable, required: false });
      }
    } else {
      const [variable, other] = part.variables;
      if (variable === undefined || other !== undefined || !isValueOf(pending, part.operator)) return undefined;
      const key = pending.slice(0, -1);
      if (variables.has(key)) return undefined;
      variables.set(key, { variable, required: true });
      pending = '';
    }
  }
  flush();
  return { fixed, variables };
}

function isValueOf(pending: string, operator: string): boolean {
  return (operator === '' || operator === '+') && pending.length > 1 && pending.indexOf('=') === pending.length - 1;
}

/**
 * Reads a query string, without its `?`, into `found`. Pairs that the template does not name are ignored, and of a name
 * that occurs twice the first counts. Gives false when something required is missing or a value is malformed.
 */
export function matchQuery(plan: QueryPlan, query: string, found: Record<string, string | string[]>): boolean {
  const pairs = query === '' ? [] : query.split('&');
  for (const pair of plan.fixed) if (!pairs.includes(pair)) return false;
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const entry = plan.variables.get(equals === -1 ? pair : pair.slice(0, equals));
    if (entry === undefined || Object.hasOwn(found, entry.variable.name)) continue;
    const value = equals === -1 ? '' : percentDecode(pair.slice(equals + 1));
    if (value === undefined) return false;
    found[entry.variable.name] = value;
  }
  for (const { variable, required } of plan.variables.values()) {
    if (required && !Object.hasOwn(found, variable.name)) return false;
  }
  return true;
}
