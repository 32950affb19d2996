import { InvalidSignature } from '../errors/index.js';
import { type AnySchema, type CompiledSchema, compileOptional } from '../schema/index.js';
import {
  type Icon,
  isJsonObject,
  type JsonObject,
  type Prompt as ListedPrompt,
  type PromptArgument,
} from '../types/index.js';
import type { Completer } from './completion.js';
import type { Context } from './context.js';
import type { Entry } from './entry.js';
import { given } from './given.js';
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

/** What a request needs of a prompt. */
export interface PreparedPrompt {
  readonly args: CompiledSchema | undefined;
  /** What fills the parameters that no client sends; `undefined` where there are none. */
  readonly resolvers: ResolverGraph | undefined;
  readonly listed: ListedPrompt;
}

export type PromptEntry = Entry<PromptDefinition, PreparedPrompt>;

/** Makes a prompt of what was given for it. Throws `InvalidSignature`. */
export function preparePrompt(name: string, definition: PromptDefinition): PreparedPrompt {
  const where = `prompt '${name}'`;
  const args = compileOptional(definition.args, { where: `${where}: args`, direction: 'input', root: 'object' });
  const properties = isJsonObject(args?.json.properties) ? args.json.properties : {};
  for (const argument of Object.keys(definition.complete ?? {})) {
    if (!Object.hasOwn(properties, argument))
      throw new InvalidSignature(`${where}: complete names the argument '${argument}', which args lacks`);
  }
  return {
    args,
    resolvers: analyse(where, definition.resolve, {
      names: args === undefined ? new Set() : argumentNames(args.json),
      holder: 'args',
    }),
    listed: Object.freeze({
      name,
      ...given(definition, ['title', 'description']),
      ...(args && { arguments: describeArguments(properties, args.json.required) }),
      ...given(definition, ['icons', '_meta']),
    }) as ListedPrompt, // nobody changes the icons of what is frozen
  };
}

function describeArguments(properties: JsonObject, required: unknown): PromptArgument[] {
  return Object.entries(properties).map(([name, schema]) => {
    const argument: PromptArgument = { name };
    if (isJsonObject(schema)) {
      if (typeof schema.title === 'string') argument.title = schema.title;
      if (typeof schema.description === 'string') argument.description = schema.description;
    }
    argument.required = Array.isArray(required) && required.includes(name);
    return argument;
  });
}
