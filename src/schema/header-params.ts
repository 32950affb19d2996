import type { JsonObject } from '../types/index.js';
import type { HeaderType } from './header-values.js';
import { dataKeywords, pointerStep, schemaMaps } from './keywords.js';

/** The keyword that asks for an argument to be repeated in a header. */
export const headerKeyword = 'x-mcp-header';

/** An argument that a client repeats in the header `Mcp-Param-{header}`. */
export interface HeaderParam {
  /** What follows `Mcp-Param-`, as the schema spells it. */
  readonly header: string;
  /** The names of the properties that lead to the argument. */
  readonly path: readonly string[];
  readonly type: HeaderType;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const tooDeep = '(root): the schema nests too deep to look for x-mcp-header';
const deepest = 800;

/**
 * The arguments that a tool's input schema wants in headers, and every annotation that breaks a rule: a name that is no
 * HTTP token or not unique ignoring case, a type other than string, integer or boolean (each may be nullable), or a
 * place that is not reached through `properties` alone. Never throws.
 */
export function headerParams(schema: JsonObject): {
  readonly params: readonly HeaderParam[];
  readonly problems: readonly string[];
} {
  const search = new HeaderSearch();
  search.look(schema, true);
  return search;
}

class HeaderSearch {
  readonly params: HeaderParam[] = [];
  readonly problems: string[] = [];
  /** What leads from the root to the value that is being looked at. */
  readonly #steps: string[] = [];
  readonly #names = new Set<string>();

  look(value: unknown, isSchema: boolean): void {
    if (typeof value !== 'object' || value === null) return;
    if (this.#steps.length > deepest) {
      if (!this.problems.includes(tooDeep)) this.problems.push(tooDeep);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (isSchema && name === headerKeyword) this.#annotation(member, Reflect.get(value, 'type'));
      else if (!isSchema || !dataKeywords.has(name)) {
        this.#steps.push(name);
        this.look(member, !isSchema || !schemaMaps.has(name));
        this.#steps.pop();
      }
    }
  }

  #annotation(name: unknown, types: unknown): void {
    const type = headerType(types);
    const fault = this.#fault(name, type);
    if (fault !== undefined) {
      this.problems.push(`${this.#steps.map(pointerStep).join('') || '(root)'}: ${headerKeyword} ${fault}`);
    } else if (typeof name === 'string' && type !== undefined) {
      this.#names.add(name.toLowerCase());
      this.params.push({ header: name, path: this.#steps.filter(isName), type });
    }
  }

  #fault(name: unknown, type: HeaderType | undefined): string | undefined {
    if (typeof name !== 'string' || name === '') return 'is not a name';
    const said = JSON.stringify(name.slice(0, 80));
    if (!token.test(name)) return `${said} is no HTTP token (letters, digits and !#$%&'*+-.^_\`|~)`;
    if (
      !this.#steps.some(isName) ||
      !this.#steps.every((step, index) => isName(step, index) || step === 'properties')
    ) {
      return `${said} stands where an argument is not reached through properties alone`;
    }
    if (type === undefined) return `${said} stands on a property that is not of type string, integer or boolean`;
    return this.#names.has(name.toLowerCase()) ? `${said} is used twice (names are compared without case)` : undefined;
  }
}

/** Among the steps to a schema that is reached through properties alone, every other one is a name. */
function isName(_: string, index: number): boolean {
  return index % 2 === 1;
}

function headerType(type: unknown): HeaderType | undefined {
  const types: readonly unknown[] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const [only] = types;
  return types.length === 1 && (only === 'string' || only === 'integer' || only === 'boolean') ? only : undefined;
}
