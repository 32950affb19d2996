import { requestParams, resultFields } from '../guard/base.js';
import { array, object, optional, string } from '../guard/combinators.js';
import { meta } from '../guard/notifications.js';
import type { ListRootsResult, Root } from '../roots.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

const listRootsResult = object<ListRootsResult>({
  ...resultFields,
  roots: array(object<Root>({ ...meta, uri: string, name: optional(string) })),
});

/** Asks for the client's roots. Modern servers ask inside an `InputRequiredResult`. */
export const listRoots = defineMethod({
  ...traits.listRoots,
  params: requestParams,
  result: listRootsResult,
});
