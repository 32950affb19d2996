import type { AnySchema, FlatSchema, OutputOf } from '../../schema/index.js';
import type { CreateMessageRequestParams, CreateMessageResult, Root } from '../../types/index.js';
import { type AskedQuestion, questionBrand, type ReturnedQuestion } from './asked-question.js';

declare const kind: unique symbol;

/** A question that a resolver returns instead of a value. `T` is what its answer is. */
export interface Question<out Kind extends string, out T> {
  readonly [kind]: { readonly kind: Kind; readonly answer: T };
}

/** A form for the user. */
export interface ElicitQuestion<T> extends Question<'elicit', T> {}

/** A request to the client's model. */
export interface SampleQuestion extends Question<'sample', CreateMessageResult> {}

/** A request for the client's roots. */
export interface RootsQuestion extends Question<'listRoots', Root[]> {}

class Asked implements ReturnedQuestion {
  readonly [questionBrand] = true;
  readonly question: AskedQuestion;

  constructor(question: AskedQuestion) {
    this.question = question;
  }
}

/**
 * Asks the user to fill in a form, from a resolver. What consumes the resolver gets the accepted, validated answer.
 *
 * ```ts
 * elicit('Wrap it as a gift?', z.object({ wrap: z.boolean() }))
 * ```
 */
export function elicit<const Schema extends AnySchema>(
  message: string,
  schema: FlatSchema<Schema>,
): ElicitQuestion<OutputOf<Schema>> {
  const asked = new Asked({ kind: 'elicit', message, schema: schema as AnySchema }); // a schema, or a compile error at the call
  return asked as unknown as ElicitQuestion<OutputOf<Schema>>; // the brand is only a type
}

/** Asks the client's model for a message, from a resolver. What consumes the resolver gets the model's message. */
export function sample(request: CreateMessageRequestParams): SampleQuestion {
  return new Asked({ kind: 'sample', request }) as unknown as SampleQuestion; // the brand is only a type
}

/** Asks the client for its roots, from a resolver. What consumes the resolver gets the list. */
export function listRoots(): RootsQuestion {
  return new Asked({ kind: 'listRoots' }) as unknown as RootsQuestion; // the brand is only a type
}
