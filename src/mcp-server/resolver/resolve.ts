import { McpError } from '../../errors/index.js';
import { isThenable } from '../../exchange/index.js';
import type { Validation } from '../../schema/index.js';
import { type Asking, Branch, isSuspension, type Outcome } from '../../server/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';
import type { Context } from '../context.js';
import type { ResolverGraph } from './graph.js';
import { type AskedQuestion, questionIn } from './question.js';
import type { ResolverNode } from './resolver.js';

/** What resolvers need of the request that they run for. */
export interface Resolving {
  readonly args: JsonObject;
  readonly ctx: Context;
  /** What asks, when something has to be asked. */
  asking(): Asking;
}

/**
 * Runs the resolvers of a handler: each one once, those that do not read each other at the same time. Gives the values by parameter.
 *
 * @throws a suspension, once nothing more can be found out without an answer
 * @throws McpError `TOOL_FAILED` for a question that was declined, or what a resolver throws
 */
export async function resolveAll(graph: ResolverGraph, resolving: Resolving): Promise<JsonObject> {
  const run = new ResolverRun(graph, resolving);
  try {
    return await run.valuesOf(graph.roots);
  } catch (error) {
    if (!isSuspension(error)) run.withdraw();
    throw error;
  }
}

/** What all promises give, by name. A failure is thrown at once, a suspension only when all of them have settled. */
async function gather(entries: readonly (readonly [name: string, value: Promise<unknown>])[]): Promise<JsonObject> {
  let suspension: { readonly error: unknown } | undefined;
  const values = await Promise.all(
    entries.map(([, value]) =>
      value.catch((error: unknown) => {
        if (!isSuspension(error)) throw error;
        suspension = { error };
      }),
    ),
  );
  if (suspension !== undefined) throw suspension.error;
  return Object.fromEntries(entries.map(([name], index) => [name, values[index]]));
}

/** One run of a graph. */
class ResolverRun {
  readonly #graph: ResolverGraph;
  readonly #resolving: Resolving;
  /** What each resolver found, by what it shares its function with. */
  readonly #found = new Map<ResolverNode, Promise<Outcome<unknown>>>();
  #branch: Branch | undefined;
  #failed = false;

  constructor(graph: ResolverGraph, resolving: Resolving) {
    this.#graph = graph;
    this.#resolving = resolving;
  }

  /** Takes back the questions that are open: nobody needs their answers any more. */
  withdraw(): void {
    this.#failed = true;
    this.#branch?.withdraw();
  }

  /** What a consumer of resolvers gets. */
  valuesOf(nodes: readonly (readonly [name: string, node: ResolverNode])[]): Promise<JsonObject> {
    return gather(nodes.map(([name, node]) => [name, this.valueOf(name, node)] as const));
  }

  /** What the consumer of a resolver gets under `name`. */
  async valueOf(name: string, node: ResolverNode): Promise<unknown> {
    const found = await this.#outcomeOf(node);
    if (node.whole) return found;
    if (found.action === 'accept') return found.content;
    throw new McpError(
      'TOOL_FAILED',
      `Resolver for parameter '${name}' could not resolve: elicitation was ${found.action}`,
    );
  }

  #outcomeOf(node: ResolverNode): Promise<Outcome<unknown>> {
    let found = this.#found.get(node.origin);
    if (found === undefined) {
      found = this.#run(node.origin);
      this.#found.set(node.origin, found);
    }
    return found;
  }

  async #run(node: ResolverNode): Promise<Outcome<unknown>> {
    const { args, ctx } = this.#resolving;
    const label = this.#graph.labels.get(node) ?? 'resolver';
    const [own, dependencies] = await Promise.all([
      this.#argumentsOf(node, label, args),
      this.valuesOf(node.dependencies),
    ]);
    const value: unknown = await node.run(Object.assign(own, dependencies) as never, ctx); // its own schema and its resolvers made its inputs
    const question = questionIn(value);
    return question === undefined ? { action: 'accept', content: value } : ask(this.#asking(), question, label);
  }

  #asking(): Branch {
    if (this.#branch === undefined) {
      this.#branch = new Branch(this.#resolving.asking());
      if (this.#failed) this.#branch.withdraw();
    }
    return this.#branch;
  }

  /** Its own part of the handler's arguments: strict schemas would refuse the rest. */
  async #argumentsOf(node: ResolverNode, label: string, args: JsonObject): Promise<JsonObject> {
    const schema = node.argsOf(label);
    if (schema === undefined) return {};
    const names = isJsonObject(schema.json.properties) ? Object.keys(schema.json.properties) : Object.keys(args);
    const given = names.filter((name) => Object.hasOwn(args, name) && args[name] !== undefined);
    const picked: JsonObject = Object.fromEntries(given.map((name) => [name, args[name]]));
    const checked = schema.validate(picked);
    const validation: Validation = isThenable(checked) ? await checked : checked;
    if (validation.issues !== undefined)
      throw new McpError(
        'INVALID_ANSWER',
        `Invalid arguments for resolver '${label}':\n${validation.issues.join('\n')}`,
      );
    return isJsonObject(validation.value) ? { ...validation.value } : {};
  }
}

function ask(branch: Branch, question: AskedQuestion, scope: string): Promise<Outcome<unknown>> {
  return branch.with((asks, engine) => {
    switch (question.kind) {
      case 'elicit':
        return engine.askForm(asks, question.message, question.schema, scope);
      case 'sample':
        return engine.askModel(asks, question.request, scope).then(accepted);
      default:
        return engine.askRoots(asks, scope).then(accepted);
    }
  });
}

function accepted(content: unknown): Outcome<unknown> {
  return { action: 'accept', content };
}
