import {
  invalidTemplate,
  leadOf,
  spans,
  type UriExpression,
  type UriPart,
  type UriVariable,
  zoneAfter,
  zoneStops,
} from './uri-grammar.js';

/** Throws `INVALID_TEMPLATE` for a template of which a URI could be read in more than one way. */
export function refuseAmbiguity(text: string, parts: readonly UriPart[]): void {
  let before: UriPart = '';
  let spanning: UriVariable | undefined;
  for (const part of parts) {
    if (typeof part !== 'string') {
      const { operator, variables, position } = part;
      for (const variable of variables.filter(spans)) {
        if (spanning !== undefined) {
          const both = `"${spanning.name}" and "${variable.name}" can both span several segments`;
          throw invalidTemplate(text, position, `${both}; at most one variable may ({+x}, {#x} or one with "*")`);
        }
        spanning = variable;
      }
      if (operator === '?' && text.slice(0, position).includes('?'))
        throw invalidTemplate(text, position, 'the query has begun already; go on with {&x} or {?x,y}');
    }
    if (typeof before !== 'string') refuseNeighbour(text, before, part);
    before = part;
  }
}

/** What follows an expression has to begin with a character that ends its last value; a list of `;name=value` brings its own. */
function refuseNeighbour(text: string, { operator, variables, position }: UriExpression, next: UriPart): void {
  const isText = typeof next === 'string';
  const at = isText ? text.indexOf('}', position) : next.position;
  const lead = isText ? next.charAt(0) : leadOf(next.operator);
  if (!isText && lead === '') {
    const both = `"${variables.at(-1)?.name}" and "${next.variables[0]?.name}" stand side by side`;
    throw invalidTemplate(text, at, `${both}; put text between them`);
  }
  if (operator !== ';' || (!isText && lead === ';')) return;
  if (!zoneStops[zoneAfter('path', text.slice(0, position))].includes(lead))
    throw invalidTemplate(text, at, 'after {;x} must come the end, or one of / ? #');
}
