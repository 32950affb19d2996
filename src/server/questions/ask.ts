import { McpError } from '../../errors/index.js';
import { isThenable, unheard, when } from '../../exchange/index.js';
import { type AnySchema, type CompiledElicitation, compileElicitation, type Validation } from '../../schema/index.js';
import {
  type CreateMessageRequestParams,
  type CreateMessageResult,
  createMessage,
  elicit,
  type JsonObject,
  listRoots,
  type Root,
} from '../../types/index.js';
import type { Answer, Asked, Asker } from './asker.js';
import { canonicalJson } from './state/index.js';
import { Suspension, suspended } from './suspend.js';

/** The part of an asker that questions need. */
export type Asks = Pick<Asker, 'ask'>;

/** What came of a question to the user. */
export type Outcome<T> =
  | { readonly action: 'accept'; readonly content: T }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** What came of asking the user to open a page. `accept` says that they agreed to, not what they did there. */
export interface UrlOutcome {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Names this elicitation, for `sendElicitComplete`. */
  readonly elicitationId: string;
}

/**
 * Asks the user to fill in a form. Registers the question before it returns.
 *
 * @throws (rejects) TypeError for a schema that is no flat form, before anything is sent
 * @throws (rejects) McpError `INVALID_ANSWER` for an answer that does not fit the schema
 */
export function askForm(asks: Asks, message: string, schema: AnySchema, scope: string): Promise<Outcome<unknown>> {
  return promised(() => putForm(asks, message, schema, scope));
}

/** Asks the user to open a page. Registers the question before it returns. */
export function askUrl(
  asks: Asks,
  message: string,
  url: string,
  elicitationId: string | undefined,
  scope: string,
): Promise<UrlOutcome> {
  return promised(() => {
    if (!URL.canParse(url))
      throw new McpError('INVALID_QUESTION', `ctx.elicitUrl() takes an absolute URL; received ${JSON.stringify(url)}`);
    const id = elicitationId ?? crypto.randomUUID();
    const params = { mode: 'url', message, url, elicitationId: id };
    return answered(asks.ask({ method: elicit, params, scope, title: JSON.stringify(message) }), (answer) => ({
      action: actionOf(answer.response),
      elicitationId: answer.elicitationId ?? id,
    }));
  });
}

/** Asks the client's model for a message. Registers the question before it returns. */
export function askModel(asks: Asks, request: CreateMessageRequestParams, scope: string): Promise<CreateMessageResult> {
  return promised(() => putModel(asks, request, scope));
}

/** Asks the client for its roots. Registers the question before it returns. */
export function askRoots(asks: Asks, scope: string): Promise<Root[]> {
  return promised(() => putRoots(asks, scope));
}

/** Asks like `askForm`, and gives what is known at once. Throws where that rejects. */
export function putForm(asks: Asks, message: string, schema: AnySchema, scope: string): Asked<Outcome<unknown>> {
  const form = compileElicitation(schema);
  const title = JSON.stringify(message);
  const params = { message, requestedSchema: form.requestedSchema };
  const asked = asks.ask({ method: elicit, params, scope, title, shown: `{"message":${title},${fieldsOf(form)}}` });
  return answered(asked, ({ response }) => formOutcome(form, title, response));
}

/** Asks like `askModel`, and gives what is known at once. */
export function putModel(asks: Asks, request: CreateMessageRequestParams, scope: string): Asked<CreateMessageResult> {
  const { _meta, ...params } = request;
  const asked = asks.ask({ method: createMessage, params, scope, title: 'a message of the model' });
  return answered(asked, ({ response }) => response as unknown as CreateMessageResult); // its guard has checked it
}

/** Asks like `askRoots`, and gives what is known at once. */
export function putRoots(asks: Asks, scope: string): Asked<Root[]> {
  const asked = asks.ask({ method: listRoots, params: undefined, scope, title: 'the roots' });
  return answered(asked, ({ response }) => response.roots as Root[]); // likewise
}

/** What is asked, for code of others: a promise that nobody has to hear of. */
function promised<T>(ask: () => Asked<T>): Promise<T> {
  try {
    const asked = ask();
    return asked instanceof Suspension ? suspended() : unheard(Promise.resolve(asked));
  } catch (error) {
    return unheard(Promise.reject(error));
  }
}

function answered<T>(asked: Asked<Answer>, next: (answer: Answer) => T | Promise<T>): Asked<T> {
  return asked instanceof Suspension ? asked : when<Answer, T>(asked, next);
}

const canonicalFields = new WeakMap<CompiledElicitation, string>();

/** The member that shows the fields of a form, as canonical JSON. */
function fieldsOf(form: CompiledElicitation): string {
  let text = canonicalFields.get(form);
  if (text === undefined) {
    text = `"requestedSchema":${canonicalJson(form.requestedSchema)}`;
    canonicalFields.set(form, text);
  }
  return text;
}

function formOutcome(
  form: CompiledElicitation,
  title: string,
  response: JsonObject,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  const action = actionOf(response);
  if (action !== 'accept') return { action };
  const accept = (validation: Validation): Outcome<unknown> => {
    if (validation.issues === undefined) return { action: 'accept', content: validation.value };
    throw new McpError(
      'INVALID_ANSWER',
      `The answer to ${title} does not fit what was asked:\n${validation.issues.join('\n')}`,
    );
  };
  const checked = form.validate(response.content);
  return isThenable(checked) ? checked.then(accept) : accept(checked);
}

function actionOf(response: JsonObject): 'accept' | 'decline' | 'cancel' {
  return response.action as 'accept' | 'decline' | 'cancel'; // the guard of answers knows no other
}
