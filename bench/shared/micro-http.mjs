// Calls to the HTTP core, one after the other.
import { createHttpCore } from '../../dist/server/http.js';
import { build } from '../targets/parley/server.mjs';
import { prepareAdd } from './micro-call.mjs';

export const prepareCalls = () => prepareAdd(createHttpCore(build()));
