import type { AnySchema } from '../../schema/index.js';
import type { CreateMessageRequestParams } from '../../types/index.js';

/** What a question is at run time. */
export type AskedQuestion =
  | { readonly kind: 'elicit'; readonly message: string; readonly schema: AnySchema }
  | { readonly kind: 'sample'; readonly request: CreateMessageRequestParams }
  | { readonly kind: 'listRoots' };

/** Known to every copy of the package: a question of one is asked by the others. */
export const questionBrand = Symbol.for('parley-mcp.question');

/** A question as a resolver returns it. */
export interface ReturnedQuestion {
  readonly [questionBrand]: true;
  readonly question: AskedQuestion;
}

/** The question that a resolver returned, or `undefined` for a value. */
export function questionIn(value: unknown): AskedQuestion | undefined {
  if (typeof value !== 'object' || value === null || !(questionBrand in value)) return undefined;
  return (value as ReturnedQuestion).question; // nothing else has the brand
}
