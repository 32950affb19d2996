import { InvalidSignature } from '../../errors/index.js';
import { type AnySchema, type CompiledSchema, compileSchema, type NoArgs, type OutputOf } from '../../schema/index.js';
import type { Outcome } from '../../server/index.js';
import type { Context } from '../context.js';
import type { Inputs, OneKind, Resolver, ResolverOf, ResolverOptions, Resolvers, UntypedLifespan } from './types.js';

/** Known to every copy of the package: a resolver of one works in the others. */
const brand = Symbol.for('parley-mcp.resolver');

/** A resolver's function, without its types. */
export type ResolverFunction = (inputs: never, ctx: Context) => unknown;

interface NodeOptions {
  readonly args?: AnySchema | undefined;
  readonly resolve?: object | undefined;
  readonly name?: string | undefined;
}

/** What a resolver is at run time. */
export class ResolverNode {
  readonly [brand] = true;
  readonly name: string | undefined;
  readonly run: ResolverFunction;
  /** Whether consumers get the whole outcome of its question. */
  readonly whole: boolean;
  /** The resolver whose function this one shares: the two run once. */
  readonly origin: ResolverNode;
  readonly #options: NodeOptions;
  #args: CompiledSchema | undefined;

  constructor(options: NodeOptions, run: ResolverFunction, whole: boolean, origin: ResolverNode | undefined) {
    this.name = options.name;
    this.run = run;
    this.whole = whole;
    this.#options = options;
    this.origin = origin ?? this;
  }

  /** The arguments it reads, checked when first needed. */
  argsOf(where: string): CompiledSchema | undefined {
    if (this.#options.args === undefined) return undefined;
    this.#args ??= compileSchema(this.#options.args, { where: `${where}: args`, direction: 'input', root: 'object' });
    return this.#args;
  }

  /** The resolvers it reads, by parameter. Looked up late, so that they may be made later. */
  get dependencies(): readonly (readonly [name: string, node: ResolverNode])[] {
    return nodesOf(this.#options.resolve, 'a resolver');
  }

  /** The same resolver, whose consumers get the whole outcome. */
  asWhole(): ResolverNode {
    return new ResolverNode(this.#options, this.run, true, this.origin); // the same object: what it names may be made later
  }
}

/**
 * Makes a resolver: a function that fills a handler parameter which no client sees or sends. It reads arguments of the handler
 * (`args`), other resolvers (`resolve`) and the context, and returns a value or one question: `elicit()`, `sample()` or
 * `listRoots()`. It runs at most once for each request, however many read it.
 *
 * ```ts
 * const stock = server.resolver({ args: z.object({ title: z.string() }) },
 *   ({ title }, ctx) => ctx.lifespan.catalog.copiesOf(title));
 * const backorder = resolver({ args: z.object({ title: z.string() }), resolve: { stock } },
 *   ({ title, stock }) => (stock > 0 ? { confirm: true } : elicit(`Order "${title}" anyway?`, z.object({ confirm: z.boolean() }))));
 * ```
 */
export function resolver<
  const Args extends AnySchema = NoArgs,
  R extends Resolvers = {},
  L = UntypedLifespan,
  V = unknown,
>(
  options: ResolverOptions<Args, R>,
  run: (inputs: Inputs<OutputOf<Args>, R>, ctx: Context<L>) => OneKind<V>,
): ResolverOf<Args, R, L, V> {
  if (typeof run !== 'function')
    throw new InvalidSignature(`resolver(options, function): the second has to be a function; received ${typeof run}`);
  const node: unknown = new ResolverNode(options, run as unknown as ResolverFunction, false, undefined); // its options make its inputs
  return node as ResolverOf<Args, R, L, V>; // the brand is only a type
}

/**
 * Gives the consumer of a resolver the whole outcome of its question: accept, decline or cancel. Without it a decline ends the call.
 * A resolver that answers without asking counts as accepted.
 */
export function outcome<V, N, L>(of: Resolver<V, N, L>): Resolver<Outcome<V>, N, L> {
  return nodeOf(of, 'outcome()').asWhole() as unknown as Resolver<Outcome<V>, N, L>; // the brand is only a type
}

/** The resolvers of a handler, by parameter. */
export function nodesOf(
  resolvers: object | undefined,
  where: string,
): readonly (readonly [name: string, node: ResolverNode])[] {
  if (resolvers === undefined) return [];
  return Object.entries(resolvers).map(([name, value]) => [name, nodeOf(value, `${where}: resolve.${name}`)] as const);
}

function nodeOf(value: unknown, where: string): ResolverNode {
  if (typeof value === 'object' && value !== null && brand in value) return value as ResolverNode; // only its class has the brand
  throw new InvalidSignature(
    `${where} takes what resolver() makes; received ${value === null ? 'null' : typeof value}`,
  );
}
