import { LazyPart } from '../errors/index.js';

/** What reads resources: there before the first message where any is registered. */
export const reading = new LazyPart(() => import('./read-resource.js'));

/** What renders prompts; likewise. */
export const prompting = new LazyPart(() => import('./render-prompt.js'));

/** What completes arguments; likewise. */
export const completing = new LazyPart(() => import('./complete-argument.js'));

/**
 * What tool calls need that are not plain: it repairs arguments that a model sent as JSON text, makes results of all that is no text, checks
 * them, and tells of failures. There before the first message where a tool has an output schema, else loaded with the first such call.
 */
export const unusualCalls = new LazyPart(() => import('./unusual-calls.js'));
