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
  /** The canonical JSON of what is shown, where its maker knows it. */
  readonly shown?: string | undefined;
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
  const { scope, method, shown = shownOf(question) } = question;
  return `[${JSON.stringify(scope)},${JSON.stringify(method.name)},${shown}]`;
}

function shownOf({ params }: Question): string {
  const { elicitationId: _id, _meta, ...shown } = params ?? {};
  return canonicalJson(shown);
}
