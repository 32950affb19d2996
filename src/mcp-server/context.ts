import type { Exchange } from '../exchange/index.js';
import type { AnySchema, FlatSchema, OutputOf } from '../schema/index.js';
import {
  type Asking,
  askingOf,
  type ContextOwner,
  type Outcome,
  RequestContext,
  stateOf,
  type UrlOutcome,
} from '../server/index.js';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  InputRequiredResult,
  ReadResourceResult,
  Root,
} from '../types/index.js';

/** What a context needs of the `McpServer` that made it. */
export interface ContextServices {
  readResource(uri: string, ctx: Context): Promise<ReadResourceResult>;
  answerEarly(exchange: Exchange, ctx: Context, warning: string, asked: () => InputRequiredResult): void;
}

type IsJson<T> = unknown extends T
  ? true
  : T extends string | number | boolean | null | undefined | void
    ? true
    : T extends bigint | symbol | ((...args: never) => unknown) | Date | Map<unknown, unknown> | Set<unknown>
      ? false
      : T extends readonly (infer Item)[]
        ? IsJson<Item>
        : T extends object
          ? { [Key in keyof T]: IsJson<T[Key]> }[keyof T]
          : false;
type JsonOnly<T> = false extends IsJson<Awaited<T>> ? 'ctx.step() records its result as JSON: return plain data' : T;

/**
 * What the handlers of an `McpServer` see of a request: a fresh one for each, the second parameter of every handler.
 *
 * Its questions (`elicit`, `elicitUrl`, `sample`, `listRoots`) work with every client. Where a server cannot ask while a handler
 * waits, the question ends the run of the handler by a throw, and the handler runs again from the top once the client has answered:
 * work before a question that must not be done twice goes into `step`, and a `catch` block lets the throw pass
 * (`if (isSuspension(error)) throw error`). Ask nothing in `finally`.
 */
export class Context<App = unknown> extends RequestContext<App> {
  readonly #exchange: Exchange;
  readonly #services: ContextServices;

  constructor(exchange: Exchange, owner: ContextOwner, services: ContextServices) {
    super(exchange, owner);
    this.#exchange = exchange;
    this.#services = services;
  }

  /**
   * Reads a resource of the same server, and gives what a client would get.
   *
   * @throws McpError as a client would get it, for example `RESOURCE_NOT_FOUND`
   */
  get readResource(): (uri: string) => Promise<ReadResourceResult> {
    return (uri) => {
      const read = this.#services.readResource(uri, this);
      read.catch(() => {}); // whoever awaits it hears of it; a read that nobody awaits must not end the process
      return read;
    };
  }

  /** Constant for the whole of a call, however often its handler runs: the key for what must not happen twice. */
  get callId(): string {
    return stateOf(this.#exchange).callId;
  }

  /**
   * Asks the user to fill in a flat form. A description is a field's label; a default pre-fills it and makes it optional.
   *
   * @throws TypeError for a schema that is no flat form
   * @throws McpError `MISSING_CLIENT_CAPABILITY` when the client cannot ask its user, `INVALID_ANSWER`, `NO_BACK_CHANNEL`
   */
  get elicit(): <const Schema extends AnySchema>(
    message: string,
    schema: FlatSchema<Schema>,
  ) => Promise<Outcome<OutputOf<Schema>>> {
    const ask = (message: string, schema: AnySchema): Promise<Outcome<unknown>> =>
      this.#asking.with((asker, engine) => engine.askForm(asker, message, schema, ''));
    return ask as Context['elicit']; // the schema makes the content
  }

  /**
   * Asks the user to open a page, for what must not pass through the client. `accept` says that they agreed, not what they did.
   *
   * @throws McpError `MISSING_CLIENT_CAPABILITY`, `NO_BACK_CHANNEL`, or `INVALID_QUESTION` for a URL that is none
   */
  get elicitUrl(): (
    message: string,
    url: string,
    options?: { readonly elicitationId?: string },
  ) => Promise<UrlOutcome> {
    return (message, url, options) =>
      this.#asking.with((asker, engine) => engine.askUrl(asker, message, url, options?.elicitationId, ''));
  }

  /**
   * Asks the client's model for a message.
   *
   * @throws McpError `MISSING_CLIENT_CAPABILITY`, `NO_BACK_CHANNEL`
   */
  get sample(): (request: CreateMessageRequestParams) => Promise<CreateMessageResult> {
    return (request) => this.#asking.with((asker, engine) => engine.askModel(asker, request, ''));
  }

  /**
   * Asks the client for its roots.
   *
   * @throws McpError `MISSING_CLIENT_CAPABILITY`, `NO_BACK_CHANNEL`
   */
  get listRoots(): () => Promise<Root[]> {
    return () => this.#asking.with((asker, engine) => engine.askRoots(asker, ''));
  }

  /**
   * Runs `work` once in a call, however often its handler runs, and gives what JSON keeps of its result. `name` is unique in the
   * call. At most 16 KiB are recorded for a step, 64 KiB for a call. A step that throws is not recorded. "Once" is at least once
   * when the process dies between the work and the answer: `callId` is the key to find that out by.
   */
  get step(): <T>(name: string, work: () => JsonOnly<T>) => Promise<Awaited<T>> {
    const step = (name: string, work: () => unknown): Promise<unknown> => this.#asking.step(name, work);
    return step as Context['step']; // a step gives what its work gave, as JSON
  }

  get #asking(): Asking {
    return askingOf(this.#exchange, (exchange, warning, asked) =>
      this.#services.answerEarly(exchange, this, warning, asked),
    );
  }

  /** What asks for a context, for the resolvers of its handler. */
  static askingOf(ctx: Context): Asking {
    return ctx.#asking;
  }
}
