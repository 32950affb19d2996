import { LazyPart } from '../errors/index.js';

/** What reads resources: there before the first message where any is registered. */
export const reading = new LazyPart(() => import('./read-resource.js'));

/** What renders prompts; likewise. */
export const prompting = new LazyPart(() => import('./render-prompt.js'));

/** What completes arguments; likewise. */
export const completing = new LazyPart(() => import('./complete-argument.js'));

/** What makes results of all that is no text, checks them, and tells of failures: likewise where a tool has an output schema. */
export const converting = new LazyPart(() => import('./tool-output.js'));

/** What repairs arguments that a model sent as JSON text: loaded with the first text that looks like some. */
export const repairing = new LazyPart(() => import('./repair-arguments.js'));
