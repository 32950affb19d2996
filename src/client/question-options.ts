import type {
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  ListRootsResult,
  Root,
  SamplingCapability,
} from '../types/index.js';

/** What a callback learns beside the question itself. */
export interface QuestionContext {
  /** Aborts when the answer is not wanted any more: the call was given up, the server withdrew the question, the connection ended. */
  readonly signal: AbortSignal;
}

/** Asks the user: to fill in a form, or with `mode: 'url'` to open a page. Declining and cancelling are answers, not errors. */
export type OnElicit = (
  request: ElicitRequestParams,
  context: QuestionContext,
) => ElicitResult | PromiseLike<ElicitResult>;

/** Asks the client's model for a message. */
export type OnSample = (
  request: CreateMessageRequestParams,
  context: QuestionContext,
) => CreateMessageResult | PromiseLike<CreateMessageResult>;

/** Tells the client's roots, as an array or as the result that the specification has. */
export type OnListRoots = (
  context: QuestionContext,
) => readonly Root[] | ListRootsResult | PromiseLike<readonly Root[] | ListRootsResult>;

/** How the user can be asked: to fill in a form, or to open a page. */
export type ElicitationMode = 'form' | 'url';

/**
 * What a client does when its server asks back (specification: elicitation, sampling, roots). The callbacks are the same for both
 * eras. Registering one declares its capability; without one the server is told "Elicitation not supported" and its like.
 *
 * What a callback throws: a legacy server gets it as a JSON-RPC error (an `McpError` with its number, message and `data`; any
 * other with no details). A modern server cannot be told, so the call that was asking rejects with it.
 */
export interface QuestionOptions {
  /** Asks the user. Declares `elicitation`, in the modes of `elicitationModes`. */
  readonly onElicit?: OnElicit | undefined;
  /** Asks the model. Declares `sampling`, with what `samplingCapabilities` says. */
  readonly onSample?: OnSample | undefined;
  /** Tells the roots. Declares `roots`. */
  readonly onListRoots?: OnListRoots | undefined;
  /** The modes that `onElicit` takes. Both by default. A request in another mode is refused. */
  readonly elicitationModes?: readonly ElicitationMode[] | undefined;
  /** What `onSample` takes beyond plain messages: `{ tools: {} }`, `{ context: {} }`. None by default. */
  readonly samplingCapabilities?: SamplingCapability | undefined;
  /**
   * Whether a form that the user accepted gets the defaults of its schema for the fields which `onElicit` left out. Default
   * false. Declared to the server as `elicitation.form.applyDefaults`.
   */
  readonly applyElicitationDefaults?: boolean | undefined;
  /** Modern: how often one call may be answered with more questions before it rejects with `LIMIT_EXCEEDED`. 10 by default. */
  readonly inputRequiredMaxRounds?: number | undefined;
  /**
   * What the client can do beyond what its callbacks tell; merged with that, and stronger. Who answers rounds by hand
   * (`{ inputRequired: 'return' }`) declares here what it can be asked.
   */
  readonly capabilities?: ClientCapabilities | undefined;
}
