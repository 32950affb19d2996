import { elicit } from './elicitation.js';
import { listRoots } from './roots.js';
import { createMessage } from './sampling.js';
import { servedMethods } from './served.js';

/** Every method of the protocol, in all revisions; tasks aside, which are an extension here. */
export const methods = [...servedMethods, createMessage, elicit, listRoots] as const;
