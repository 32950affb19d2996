import { McpError } from '../../errors/index.js';
import { isThenable, when } from '../../exchange/index.js';
import type { Validation } from '../../schema/index.js';
import {
  type Asked,
  type Asking,
  type Asks,
  Branch,
  isSuspension,
  type Outcome,
  type QuestionEngine,
} from '../../server/index.js';
import { isJsonObject, type JsonObject } from '../../types/index.js';
import type { Context } from '../context.js';
import { type AskedQuestion, questionIn } from './asked-question.js';
import { all, type Finding, type Found, find, goOn } from './found.js';
import type { ResolverGraph } from './graph.js';
import type { ResolverNode } from './resolver.js';

/** What resolvers need of the request that they run for. */
export interface Resolving {
  readonly args: JsonObject;
  readonly ctx: Context;
  /** What asks, when something has to be asked. */
  asking(): Asking;
}

/**
 * Runs the resolvers of a handler: each one once, those that do not read each other at the same time. Gives the values by parameter,
 * at once where nothing takes time.
 *
 * @throws (or rejects with) a suspension, once nothing more can be found out without an answer
 * @throws (or rejects with) McpError `TOOL_FAILED` for a question that was declined, or what a resolver throws
 */
export function resolveAll(graph: ResolverGraph, resolving: Resolving): JsonObject | Promise<JsonObject> {
  const run = new ResolverRun(graph, resolving);
  return when(run.valuesOf(graph.roots), (found) => {
    if (!('error' in found)) return found.value;
    if (!isSuspension(found.error)) run.withdraw();
    throw found.error;
  });
}

/** One run of a graph. */
class ResolverRun {
  readonly #graph: ResolverGraph;
  readonly #resolving: Resolving;
  /** What each resolver found, by what it shares its function with. */
  readonly #found = new Map<ResolverNode, Finding<Outcome<unknown>>>();
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
  valuesOf(nodes: readonly (readonly [name: string, node: ResolverNode])[]): Finding<JsonObject> {
    if (nodes.length === 0) return { value: {} };
    const values = all(nodes.map(([name, node]) => this.valueOf(name, node)));
    return goOn(values, (found) => Object.fromEntries(nodes.map(([name], index) => [name, found[index]])));
  }

  /** What the consumer of a resolver gets under `name`. */
  valueOf(name: string, node: ResolverNode): Finding<unknown> {
    const found = this.#outcomeOf(node);
    if (isThenable(found)) return found.then((outcome) => consumed(name, node, outcome));
    return consumed(name, node, found);
  }

  #outcomeOf(node: ResolverNode): Finding<Outcome<unknown>> {
    let found = this.#found.get(node.origin);
    if (found === undefined) {
      found = this.#run(node.origin);
      this.#found.set(node.origin, found);
    }
    return found;
  }

  #run(node: ResolverNode): Finding<Outcome<unknown>> {
    const { args, ctx } = this.#resolving;
    const label = this.#graph.labels.get(node) ?? 'resolver';
    const inputs = all([find(() => this.#argumentsOf(node, label, args)), this.valuesOf(node.dependencies)]);
    const value = goOn(inputs, ([own, dependencies]) =>
      node.run(Object.assign(own as object, dependencies) as never, ctx),
    ); // its own schema and its resolvers made its inputs
    return isThenable(value) ? value.then((found) => this.#outcome(found, label)) : this.#outcome(value, label);
  }

  /** What a resolver came to: its value, or the answer to its question. */
  #outcome(found: Found<unknown>, label: string): Finding<Outcome<unknown>> {
    if ('error' in found) return found;
    const question = questionIn(found.value);
    if (question === undefined) return { value: { action: 'accept', content: found.value } };
    return ask(this.#asking(), question, label);
  }

  #asking(): Branch {
    if (this.#branch === undefined) {
      this.#branch = new Branch(this.#resolving.asking());
      if (this.#failed) this.#branch.withdraw();
    }
    return this.#branch;
  }

  /** Its own part of the handler's arguments: strict schemas would refuse the rest. */
  #argumentsOf(node: ResolverNode, label: string, args: JsonObject): JsonObject | Promise<JsonObject> {
    const schema = node.argsOf(label);
    if (schema === undefined) return {};
    const { properties } = schema.json;
    const given: [name: string, value: unknown][] = [];
    for (const name of Object.keys(isJsonObject(properties) ? properties : args)) {
      if (Object.hasOwn(args, name) && args[name] !== undefined) given.push([name, args[name]]);
    }
    const picked: JsonObject = Object.fromEntries(given);
    return when<Validation, JsonObject>(schema.validate(picked), (validation) => {
      if (validation.issues !== undefined)
        throw new McpError(
          'INVALID_ANSWER',
          `Invalid arguments for resolver '${label}':\n${validation.issues.join('\n')}`,
        );
      return isJsonObject(validation.value) ? { ...validation.value } : {};
    });
  }
}

function consumed(name: string, { whole }: ResolverNode, found: Found<Outcome<unknown>>): Found<unknown> {
  if (whole || 'error' in found) return found;
  const { value } = found;
  if (value.action === 'accept') return { value: value.content };
  const error = new McpError(
    'TOOL_FAILED',
    `Resolver for parameter '${name}' could not resolve: elicitation was ${value.action}`,
  );
  return { error };
}

function ask(branch: Branch, question: AskedQuestion, scope: string): Finding<Outcome<unknown>> {
  const asked = find(() => branch.with((asks, engine) => put(asks, engine, question, scope)));
  return when(asked, (found) => ('error' in found ? found : found.value));
}

function put(asks: Asks, engine: QuestionEngine, question: AskedQuestion, scope: string): Finding<Outcome<unknown>> {
  switch (question.kind) {
    case 'elicit':
      return foundBy(engine, engine.putForm(asks, question.message, question.schema, scope), (outcome) => outcome);
    case 'sample':
      return foundBy(engine, engine.putModel(asks, question.request, scope), accepted);
    default:
      return foundBy(engine, engine.putRoots(asks, scope), accepted);
  }
}

function foundBy<T>(
  { Suspension }: QuestionEngine,
  asked: Asked<T>,
  outcome: (answer: T) => Outcome<unknown>,
): Finding<Outcome<unknown>> {
  if (asked instanceof Suspension) return { error: asked };
  return when<T, Found<Outcome<unknown>>>(asked, (answer) => ({ value: outcome(answer) }));
}

function accepted(content: unknown): Outcome<unknown> {
  return { action: 'accept', content };
}
