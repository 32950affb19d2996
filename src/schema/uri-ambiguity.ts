import {
  invalidTemplate,
  leadOf,
  separatorOf,
  spans,
  type UriPart,
  type UriVariable,
  zoneAfter,
  zoneStops,
} from './uri-grammar.js';

/** Throws `INVALID_TEMPLATE` for a template of which a URI could be read in more than one way. */
export function refuseAmbiguity(text: string, parts: readonly UriPart[]): void {
  refuseTwoSpans(text, parts);
  refuseNeighbours(text, parts);
}

function refuseTwoSpans(text: string, parts: readonly UriPart[]): void {
  let first: UriVariable | undefined;
  for (const part of parts) {
    if (typeof part === 'string') continue;
    for (const variable of part.variables.filter(spans)) {
      if (first !== undefined) {
        const both = `"${first.name}" and "${variable.name}" can both span several segments`;
        throw invalidTemplate(text, part.position, `${both}; at most one variable may ({+x}, {#x} or one with "*")`);
      }
      first = variable;
    }
  }
}

/** Two variables side by side cannot be told apart, unless the second brings the character that ends the first. */
function refuseNeighbours(text: string, parts: readonly UriPart[]): void {
  /** The variable that is not followed by text yet, and what ends it where it is a list of `;name=value`. */
  let last: UriVariable | undefined;
  let stops = '';
  const follow = (literal: string, position: number): void => {
    if (last?.operator === ';' && !stops.includes(literal.charAt(0)))
      throw invalidTemplate(text, position, 'after {;x} must come the end, or one of / ? #');
    last = undefined;
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      follow(part, text.indexOf(`}${part}`));
      continue;
    }
    const { operator, variables, position } = part;
    const before = text.slice(0, position);
    if (operator === '?' && before.includes('?'))
      throw invalidTemplate(text, position, 'the query has begun already; go on with {&x} or {?x,y}');
    if (operator === ';') {
      last = variables.at(-1);
      stops = zoneStops[zoneAfter('path', before)];
      continue;
    }
    const first = leadOf(operator);
    for (const [index, variable] of variables.entries()) {
      const lead = index === 0 ? first : separatorOf(operator);
      if (lead !== '' && !variable.explode) follow(lead, position);
      else if (
        last !== undefined &&
        !(variable.explode && (last.operator === ';' ? stops.includes(first) : !spans(last)))
      ) {
        const problem = `"${last.name}" and "${variable.name}" stand side by side; put text between them`;
        throw invalidTemplate(text, position, problem);
      }
      last = variable;
    }
  }
}
