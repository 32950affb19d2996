import { InvalidSignature } from '../../errors/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';
import { nodesOf, type ResolverNode } from './resolver.js';

/** The resolvers of one handler, checked. */
export interface ResolverGraph {
  /** What the handler itself reads. */
  readonly roots: readonly (readonly [name: string, node: ResolverNode])[];
  /** How errors and questions call each resolver: the first way by which a handler reaches it. */
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
  for (const [name] of roots) {
    if (args.names?.has(name) === true)
      throw new InvalidSignature(
        `${where}: '${name}' is a resolver and also an argument in ${args.holder}: rename one`,
      );
  }
  const labels = new Map<ResolverNode, string>();
  const finished = new Set<ResolverNode>();
  const visit = (name: string, node: ResolverNode, path: readonly (readonly [string, ResolverNode])[]): void => {
    const trail = [...path.map(([step]) => step), name].join(' → ');
    if (path.some(([, other]) => other.origin === node.origin))
      throw new InvalidSignature(`${where}: the resolvers read each other in a circle: ${trail}`);
    if (!labels.has(node.origin)) labels.set(node.origin, node.name ?? name);
    if (finished.has(node.origin)) return;
    checkArguments(where, trail, node, args);
    for (const [inner, dependency] of node.dependencies) visit(inner, dependency, [...path, [name, node]]);
    finished.add(node.origin);
  };
  for (const [name, node] of roots) visit(name, node, []);
  return { roots, labels: distinct(labels) };
}

function checkArguments(where: string, trail: string, node: ResolverNode, args: HandlerArguments): void {
  const schema = node.argsOf(`${where}: resolver '${trail}'`)?.json;
  if (schema === undefined) return;
  const read = propertyNames(schema);
  for (const [name] of node.dependencies) {
    if (read.includes(name))
      throw new InvalidSignature(
        `${where}: resolver '${trail}': '${name}' is a resolver and also an argument in args: rename one`,
      );
  }
  if (args.names === undefined) return;
  for (const name of requiredNames(schema)) {
    if (!args.names.has(name))
      throw new InvalidSignature(
        `${where}: resolver '${trail}' needs the argument '${name}', which ${args.holder} lacks`,
      );
  }
}

/** The names of the arguments that a schema lets in; `undefined` where it names none and any may come. */
export function argumentNames(schema: JsonObject): ReadonlySet<string> | undefined {
  return isJsonObject(schema.properties) ? new Set(Object.keys(schema.properties)) : undefined;
}

function propertyNames(schema: JsonObject): readonly string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

function requiredNames(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required)
    ? schema.required.filter((name): name is string => typeof name === 'string')
    : [];
}

/** Two resolvers of one name get numbers, in the order in which they were found. */
function distinct(labels: ReadonlyMap<ResolverNode, string>): ReadonlyMap<ResolverNode, string> {
  const counts = new Map<string, number>();
  const unique = new Map<ResolverNode, string>();
  for (const [node, label] of labels) {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    unique.set(node, count === 1 ? label : `${label}#${count}`);
  }
  return unique;
}
