import { LazyPart } from '../errors/index.js';

/** What makes pages: there before the first message where lists have any. */
export const paging = new LazyPart(() => import('./pages.js'));
