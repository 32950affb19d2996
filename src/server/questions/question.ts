import type { JsonObject, MethodDefinition } from '../../types/index.js';
import { createMessage, elicit, listRoots } from '../../types/index.js';
import { canonicalJson } from './state/index.js';

/** Something a server wants to know from its client. */
export interface Question {
  readonly method: MethodDefinition;
  readonly params: JsonObject | undefined;
  /** Names who asks, where the same words may be asked by several. Empty for a handler's body. */
  readonly scope: string;
  /** How the question is called in errors: its message, or what it is. */
  readonly title: string;
  /** Who can take the question back, where it is not the handler itself. */
  readonly owner?: object | undefined;
}

/** The methods of questions, by name. */
export const questionMethods: ReadonlyMap<string, MethodDefinition> = new Map<string, MethodDefinition>([
  [elicit.name, elicit],
  [createMessage.name, createMessage],
  [listRoots.name, listRoots],
]);

/**
 * What makes two questions the same: who asks, and what is shown. An answer is used only for the question it was given to, so
 * a text that has changed is asked anew. The id of a URL elicitation and `_meta` are not shown.
 */
export function identityOf(question: Question): string {
  const { elicitationId: _id, _meta, ...shown } = question.params ?? {};
  return canonicalJson([question.scope, question.method.name, shown]);
}
