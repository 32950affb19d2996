import type { AuthInfo } from '../../../exchange/index.js';
import type { JsonObject } from '../../../types/index.js';

/** The most characters of a sealed state, made or opened: 256 KiB, which holds about 190 KiB of JSON under Parley's own keys. */
export const maxStateLength = 256 * 1024;

/** The request that state is sealed for; only the same request opens it. */
export interface RequestBinding {
  readonly method: string;
  /** The name of the tool or prompt, or the resource's URI. */
  readonly target: string;
  /** The arguments as they came; none and `{}` are the same. The order of keys does not matter. */
  readonly arguments: unknown;
  readonly auth: AuthInfo | undefined;
  /** What `bindPrincipal` is given. */
  readonly ctx?: unknown;
}

/** Makes `requestState` that only this server, or one that shares its keys, opens again, and only for the same request. */
export interface RequestStateSealer {
  /**
   * Seals the JSON of an object. Throws or rejects with `LIMIT_EXCEEDED` when the text would be longer than 256 KiB, and with
   * `INTERNAL_ERROR` (its cause has the sentence) when the codec or `bindPrincipal` fails.
   */
  seal(payload: string, binding: RequestBinding): string | Promise<string>;
  /**
   * The object. Throws or rejects with `InvalidRequestState` for whatever was not sealed for this binding, or not lately enough, and
   * with `INTERNAL_ERROR` when the codec fails.
   */
  open(text: string, binding: RequestBinding): JsonObject | Promise<JsonObject>;
}
