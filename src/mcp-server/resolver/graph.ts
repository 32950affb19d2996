import { InvalidSignature } from '../../errors/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';
import { nodesOf, type ResolverNode } from './resolver.js';

/** The resolvers of one handler, checked. */
export interface ResolverGraph {
  /** What the handler itself reads. */
  readonly roots: readonly (readonly [name: string, node: ResolverNode])[];
  /** How errors and questions call each resolver: the first way by which a handler reaches it, with a number where another is called so. */
  readonly labels: ReadonlyMap<ResolverNode, string>;
}

/** What is known of the arguments of a handler when it is registered. */
export interface HandlerArguments {
  /** The names; `undefined` where any may come. */
  readonly names: ReadonlySet<string> | undefined;
  /** What holds them, for errors: `inputSchema`, `args` or `the URI`. */
  readonly holder: string;
}

/**
 * Checks the resolvers of a handler, through all that they read.
 *
 * @throws InvalidSignature for an argument that the handler lacks, a name that is both argument and resolver, a cycle, or a value
 * that is no resolver
 */
export function analyse(
  where: string,
  resolvers: object | undefined,
  args: HandlerArguments,
): ResolverGraph | undefined {
  const roots = nodesOf(resolvers, where);
  if (roots.length === 0) return undefined;
  refuseClash(where, roots, args);
  const labels = new Map<ResolverNode, string>();
  const counts = new Map<string, number>();
  const visit = (name: string, node: ResolverNode, path: readonly (readonly [string, ResolverNode])[]): void => {
    const trail = [...path.map(([step]) => step), name].join(' → ');
    if (path.some(([, other]) => other.origin === node.origin))
      throw new InvalidSignature(`${where}: the resolvers read each other in a circle: ${trail}`);
    if (labels.has(node.origin)) return;
    const label = node.name ?? name;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    labels.set(node.origin, count === 1 ? label : `${label}#${count}`);
    checkArguments(`${where}: resolver '${trail}'`, node, args);
    for (const [inner, dependency] of node.dependencies) visit(inner, dependency, [...path, [name, node]]);
  };
  for (const [name, node] of roots) visit(name, node, []);
  return { roots, labels };
}

function checkArguments(where: string, node: ResolverNode, args: HandlerArguments): void {
  const schema = node.argsOf(where)?.json;
  if (schema === undefined) return;
  refuseClash(where, node.dependencies, { names: argumentNames(schema), holder: 'args' });
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (args.names?.has(name) === false)
      throw new InvalidSignature(`${where} needs the argument '${name}', which ${args.holder} lacks`);
  }
}

function refuseClash(where: string, nodes: ResolverGraph['roots'], { names, holder }: HandlerArguments): void {
  for (const [name] of nodes) {
    if (names?.has(name))
      throw new InvalidSignature(`${where}: '${name}' is a resolver and also an argument in ${holder}: rename one`);
  }
}

/** The names of the arguments that a schema lets in; `undefined` where it names none and any may come. */
export function argumentNames(schema: JsonObject): ReadonlySet<string> | undefined {
  return isJsonObject(schema.properties) ? new Set(Object.keys(schema.properties)) : undefined;
}
