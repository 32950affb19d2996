import { isJsonObject, type JsonObject } from '../types/index.js';
import type { HeaderType } from './header-values.js';
import { dataKeywords, own, pointerStep, schemaMaps } from './keywords.js';

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
const deepest = 400;

/**
 * The arguments that a tool's input schema wants in headers, and every annotation that breaks a rule: a name that is no
 * HTTP token or not unique ignoring case, a type other than string, integer or boolean (each may be nullable), or a
 * place that is not reached through `properties` alone. Never throws.
 */
export function headerParams(schema: JsonObject): {
  readonly params: readonly HeaderParam[];
  readonly problems: readonly string[];
} {
  const found = new HeaderSearch();
  found.schema(schema, [], '', true, 0);
  return found;
}

class HeaderSearch {
  readonly params: HeaderParam[] = [];
  readonly problems: string[] = [];
  readonly #names = new Set<string>();

  schema(schema: unknown, path: readonly string[], pointer: string, reached: boolean, depth: number): void {
    if (depth > deepest) {
      if (!this.problems.includes(tooDeep)) this.problems.push(tooDeep);
      return;
    }
    if (Array.isArray(schema)) {
      schema.forEach((one, index) => {
        this.schema(one, path, pointer + pointerStep(index), false, depth + 1);
      });
      return;
    }
    if (!isJsonObject(schema)) return;
    if (Object.hasOwn(schema, headerKeyword)) this.#annotation(schema, path, pointer, reached);
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === headerKeyword || dataKeywords.has(keyword)) continue;
      const at = pointer + pointerStep(keyword);
      if (!schemaMaps.has(keyword) || !isJsonObject(value)) this.schema(value, path, at, false, depth + 1);
      else this.#map(keyword, value, path, at, reached, depth);
    }
  }

  #map(keyword: string, map: JsonObject, path: readonly string[], at: string, reached: boolean, depth: number): void {
    const goesOn = reached && keyword === 'properties';
    for (const [name, member] of Object.entries(map)) {
      this.schema(member, goesOn ? [...path, name] : path, at + pointerStep(name), goesOn, depth + 1);
    }
  }

  #annotation(schema: JsonObject, path: readonly string[], pointer: string, reached: boolean): void {
    const name = own(schema, headerKeyword);
    const type = headerType(schema);
    const fault = this.#fault(name, type, reached && path.length > 0);
    if (fault !== undefined) this.problems.push(`${pointer === '' ? '(root)' : pointer}: ${headerKeyword} ${fault}`);
    else if (typeof name === 'string' && type !== undefined) {
      this.#names.add(name.toLowerCase());
      this.params.push({ header: name, path, type });
    }
  }

  #fault(name: unknown, type: HeaderType | undefined, reached: boolean): string | undefined {
    if (typeof name !== 'string' || name === '') return 'is not a name';
    const said = JSON.stringify(name.slice(0, 80));
    if (!token.test(name)) return `${said} is no HTTP token (letters, digits and !#$%&'*+-.^_\`|~)`;
    if (!reached) return `${said} stands where an argument is not reached through properties alone`;
    if (type === undefined) return `${said} stands on a property that is not of type string, integer or boolean`;
    return this.#names.has(name.toLowerCase()) ? `${said} is used twice (names are compared without case)` : undefined;
  }
}

const tooDeep = '(root): the schema nests too deep to look for x-mcp-header';

function headerType(schema: JsonObject): HeaderType | undefined {
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  const only: unknown = types.length === 1 ? types[0] : undefined;
  return only === 'string' || only === 'integer' || only === 'boolean' ? only : undefined;
}
