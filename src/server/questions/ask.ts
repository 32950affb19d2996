import { McpError } from '../../errors/index.js';
import { isThenable } from '../../exchange/index.js';
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
import type { Asker } from './asker.js';
import { unheard } from './suspension.js';

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
 * @throws TypeError for a schema that is no flat form, before anything is sent
 * @throws McpError `INVALID_ANSWER` for an answer that does not fit the schema
 */
export function askForm(asker: Asks, message: string, schema: AnySchema, scope: string): Promise<Outcome<unknown>> {
  let form: CompiledElicitation;
  try {
    form = compileElicitation(schema);
  } catch (error) {
    return unheard(Promise.reject(error));
  }
  const title = JSON.stringify(message);
  const params = { message, requestedSchema: form.requestedSchema };
  return unheard(
    asker.ask({ method: elicit, params, scope, title }).then(({ response }) => formOutcome(form, title, response)),
  );
}

/** Asks the user to open a page. Registers the question before it returns. */
export function askUrl(
  asker: Asks,
  message: string,
  url: string,
  elicitationId: string | undefined,
  scope: string,
): Promise<UrlOutcome> {
  if (!URL.canParse(url))
    return unheard(
      Promise.reject(
        new McpError('INVALID_QUESTION', `ctx.elicitUrl() takes an absolute URL; received ${JSON.stringify(url)}`),
      ),
    );
  const id = elicitationId ?? crypto.randomUUID();
  const params = { mode: 'url', message, url, elicitationId: id };
  const asked = asker.ask({ method: elicit, params, scope, title: JSON.stringify(message) });
  return unheard(
    asked.then((answer) => ({ action: actionOf(answer.response), elicitationId: answer.elicitationId ?? id })),
  );
}

/** Asks the client's model for a message. Registers the question before it returns. */
export function askModel(
  asker: Asks,
  request: CreateMessageRequestParams,
  scope: string,
): Promise<CreateMessageResult> {
  const { _meta, ...params } = request;
  const asked = asker.ask({ method: createMessage, params, scope, title: 'a message of the model' });
  return unheard(asked.then(({ response }) => response as unknown as CreateMessageResult)); // its guard has checked it
}

/** Asks the client for its roots. Registers the question before it returns. */
export function askRoots(asker: Asks, scope: string): Promise<Root[]> {
  const asked = asker.ask({ method: listRoots, params: undefined, scope, title: 'the roots' });
  return unheard(asked.then(({ response }) => response.roots as Root[])); // likewise
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
