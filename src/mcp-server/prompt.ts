import { InvalidSignature } from '../errors/index.js';
import { type AnySchema, type CompiledSchema, compileSchema } from '../schema/index.js';
import {
  type Icon,
  isJsonObject,
  type JsonObject,
  type Prompt as ListedPrompt,
  type PromptArgument,
} from '../types/index.js';
import type { Completer } from './completion.js';
import type { Context } from './context.js';
import { given } from './given.js';
import type { Registered } from './registry.js';
import { analyse, argumentNames, type ResolverGraph } from './resolver/index.js';

/** A registered prompt. */
export interface Prompt<out Name extends string = string, out Args = unknown> {
  readonly promptName: Name;
  readonly enabled: boolean;
  /** Only a type: what a client passes. */
  readonly '~args'?: Args;
  /** Changes what is given and leaves the rest. Clients are told that the list has changed. */
  update(change: PromptChange): void;
  /** Lets clients see and use the prompt again. */
  enable(): void;
  /** Hides the prompt: to clients it does not exist. */
  disable(): void;
  /** Takes the prompt off the server; its name is free again. */
  remove(): void;
}

/** What a prompt is to a client. */
export interface PromptDescription {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** A prompt's function, without its types. */
export type PromptHandler = (args: never, ctx: Context) => unknown;

/** What `update` can change. */
export interface PromptChange extends PromptDescription {
  readonly args?: AnySchema | undefined;
  readonly complete?: { readonly [name: string]: Completer | undefined } | undefined;
  readonly handler?: PromptHandler | undefined;
}

/** All that was given for a prompt. */
export interface PromptDefinition extends PromptDescription {
  readonly args?: AnySchema | undefined;
  readonly complete?: { readonly [name: string]: Completer | undefined } | undefined;
  readonly resolve?: object | undefined;
  readonly handler: PromptHandler;
}

/** What a request needs of a prompt, made once when it is registered. */
export class PromptEntry implements Registered {
  readonly key: string;
  enabled = true;
  #definition: PromptDefinition;
  #args: CompiledSchema | undefined;
  #resolvers: ResolverGraph | undefined;
  #listed: ListedPrompt;

  constructor(name: string, definition: PromptDefinition) {
    this.key = name;
    this.#definition = definition;
    this.#args = compileArgs(name, definition);
    this.#resolvers = resolversOf(name, definition, this.#args);
    this.#listed = describe(name, definition, this.#args);
  }

  /** What fills the parameters that no client sends; `undefined` where there are none. */
  get resolvers(): ResolverGraph | undefined {
    return this.#resolvers;
  }

  get args(): CompiledSchema | undefined {
    return this.#args;
  }

  get definition(): PromptDefinition {
    return this.#definition;
  }

  get listed(): ListedPrompt {
    return this.#listed;
  }

  update(change: PromptChange): void {
    const definition: PromptDefinition = Object.assign({}, this.#definition, change);
    this.#args = compileArgs(this.key, definition);
    this.#resolvers = resolversOf(this.key, definition, this.#args);
    this.#listed = describe(this.key, definition, this.#args);
    this.#definition = definition;
  }
}

function resolversOf(
  name: string,
  { resolve }: PromptDefinition,
  args: CompiledSchema | undefined,
): ResolverGraph | undefined {
  return analyse(`prompt '${name}'`, resolve, {
    names: args === undefined ? new Set() : argumentNames(args.json),
    holder: 'args',
  });
}

function compileArgs(name: string, { args, complete }: PromptDefinition): CompiledSchema | undefined {
  const compiled =
    args === undefined
      ? undefined
      : compileSchema(args, { where: `prompt '${name}': args`, direction: 'input', root: 'object' });
  const known = propertiesOf(compiled);
  for (const argument of Object.keys(complete ?? {})) {
    if (!Object.hasOwn(known, argument))
      throw new InvalidSignature(`prompt '${name}': complete names the argument '${argument}', which args lacks`);
  }
  return compiled;
}

function describe(name: string, definition: PromptDefinition, args: CompiledSchema | undefined): ListedPrompt {
  return Object.freeze({
    name,
    ...given(definition, ['title', 'description']),
    ...(args && { arguments: describeArguments(args) }),
    ...given(definition, ['icons', '_meta']),
  }) as ListedPrompt; // nobody changes the icons of what is frozen
}

function describeArguments(args: CompiledSchema): PromptArgument[] {
  const required = Array.isArray(args.json.required) ? args.json.required : [];
  return Object.entries(propertiesOf(args)).map(([name, schema]) => {
    const argument: PromptArgument = { name };
    if (isJsonObject(schema)) {
      if (typeof schema.title === 'string') argument.title = schema.title;
      if (typeof schema.description === 'string') argument.description = schema.description;
    }
    argument.required = required.includes(name);
    return argument;
  });
}

function propertiesOf(schema: CompiledSchema | undefined): JsonObject {
  const properties = schema?.json.properties;
  return isJsonObject(properties) ? properties : {};
}
