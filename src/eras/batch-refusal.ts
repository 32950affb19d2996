import type { Refusal } from '../exchange/index.js';

/** How many messages one array may hold: each of them starts a handler at once. */
const maxBatchMembers = 100;

/** What answers an array of too many messages; `undefined` for one of not too many. */
export function largeBatch(messages: readonly unknown[]): Refusal | undefined {
  if (messages.length <= maxBatchMembers) return undefined;
  const message = `A batch holds at most ${maxBatchMembers} messages; received ${messages.length}`;
  return { code: 'INVALID_REQUEST', message, id: undefined };
}

/** What answers an array where the revision has no batches, and an empty one. */
export const batchRefusal: Refusal = {
  code: 'INVALID_REQUEST',
  message: 'Body must be a single JSON-RPC request or notification object',
  id: undefined,
};
