import { expect } from 'vitest';
import type { AuthInfo } from '../../../exchange/index.js';
import type { JsonObject } from '../../../types/index.js';
import {
  createRequestStateSealer,
  InvalidRequestState,
  type RequestBinding,
  type RequestStateOptions,
} from './index.js';

export const ada: AuthInfo = { token: 't1', clientId: 'app', scopes: [], issuer: 'https://id.example', subject: 'ada' };

export const order: RequestBinding = {
  method: 'tools/call',
  target: 'order_book',
  arguments: { title: 'Dune', copies: 2 },
  auth: ada,
};

export const payload: JsonObject = { round: 1, answers: { q: { confirm: true } }, note: 'ünï✓' };

/** A sealer of objects that never answers at once. */
export interface ObjectSealer {
  seal(payload: JsonObject, binding: RequestBinding): Promise<string>;
  open(text: string, binding: RequestBinding): Promise<JsonObject>;
}

/** Makes a sealer as a server does. */
export function makeSealer<Ctx = unknown>(
  options: RequestStateOptions<Ctx> | undefined,
  serverName: string,
  clock?: () => number,
): ObjectSealer {
  const sealer = createRequestStateSealer(options, serverName, clock);
  return {
    seal: async (object, binding) => sealer.seal(JSON.stringify(object), binding),
    open: async (text, binding) => sealer.open(text, binding),
  };
}

export const newKey = 'n'.repeat(32);
export const oldKey = 'o'.repeat(32);

/** A clock that stands still until it is set. */
export function fakeClock(now = 1_800_000_000_000): { now: number; read: () => number } {
  const clock = { now, read: () => clock.now };
  return clock;
}

/** The order with some parts replaced. */
export function orderWith(changes: Partial<RequestBinding>): RequestBinding {
  return { ...order, ...changes };
}

/** Why the sealer refuses the text. Fails when it opens it, or when it fails otherwise. */
export async function refusal(sealer: ObjectSealer, text: string, binding = order): Promise<string> {
  const outcome: unknown = await sealer.open(text, binding).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(InvalidRequestState);
  return outcome instanceof InvalidRequestState ? outcome.reason : '';
}

/** The message of the error behind a failure that the client reads as "Internal error". */
export async function internalFailure(work: Promise<unknown>): Promise<{ sentence: unknown; cause: unknown }> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({
    code: 'INTERNAL_ERROR',
    jsonRpcCode: -32603,
    message: 'Internal error',
    data: undefined,
  });
  const logged = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return { sentence: logged?.message, cause: logged?.cause };
}
