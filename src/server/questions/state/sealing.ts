import { McpError } from '../../../errors/index.js';
import { attempt, isThenable, when } from '../../../exchange/index.js';
import type { JsonObject } from '../../../types/index.js';
import { argumentsClaim } from './arguments-claim.js';
import { type Claims, checkTime, readClaims, writeClaims } from './claims.js';
import { InvalidRequestState, internalStateError } from './invalid-request-state.js';
import type { RequestStateCodec, RequestStateSettings } from './options.js';
import { maxStateLength, type RequestBinding, type RequestStateSealer } from './ports.js';
import { hidePrincipal, hides, principalOf } from './principal.js';
import { TokenCodec } from './token.js';

/** Seals and opens state with settings that have been checked. Waits for nothing that is not a promise. */
export class Sealer<Ctx> implements RequestStateSealer {
  readonly #settings: RequestStateSettings<Ctx>;
  readonly #codec: RequestStateCodec;
  readonly #clock: () => number;

  constructor(settings: RequestStateSettings<Ctx>, clock: () => number) {
    const { engine } = settings;
    this.#settings = settings;
    this.#codec = 'codec' in engine ? engine.codec : new TokenCodec(engine.keys);
    this.#clock = clock;
  }

  seal(payload: string, binding: RequestBinding): string | Promise<string> {
    const args = argumentsClaim(binding.arguments);
    const principal = this.#hiddenPrincipal(binding);
    if (!isThenable(args) && !isThenable(principal)) return this.#seal(payload, binding, args, principal);
    return Promise.all([args, principal]).then((claims) => this.#seal(payload, binding, ...claims));
  }

  open(text: string, binding: RequestBinding): JsonObject | Promise<JsonObject> {
    if (typeof text !== 'string' || text.length > maxStateLength) {
      throw new InvalidRequestState(`it is not a text of at most ${maxStateLength} characters`);
    }
    return when(this.#unsealText(text), (plaintext) => {
      const claims = readClaims(plaintext);
      checkTime(claims, this.#clock(), this.#settings.ttlMs);
      if (claims.audience !== this.#settings.audience) throw new InvalidRequestState('it is for another audience');
      if (claims.method !== binding.method) throw new InvalidRequestState('it is for another method');
      if (claims.target !== binding.target) throw new InvalidRequestState('it is for another tool, prompt or resource');
      const checked = when(checkArguments(claims, binding), () => this.#checkPrincipal(claims, binding));
      return when(checked, () => claims.payload);
    });
  }

  #seal(
    payload: string,
    { method, target }: RequestBinding,
    args: string,
    principal: string | undefined,
  ): string | Promise<string> {
    const { audience, ttlMs } = this.#settings;
    const request = { method, target, arguments: args, audience, principal };
    const plaintext = writeClaims(request, { now: this.#clock(), ttlMs }, payload);
    return when(this.#sealText(plaintext), checkLength);
  }

  #sealText(plaintext: string): string | Promise<string> {
    return attempt(
      () =>
        when(this.#codec.seal(plaintext), (text: unknown) => {
          if (typeof text === 'string' && text !== '') return text;
          throw new TypeError(`expected a text, received ${text === '' ? 'an empty one' : typeof text}`);
        }),
      (error) => internalStateError('The requestState could not be sealed', error),
    );
  }

  #unsealText(text: string): string | Promise<string> {
    return attempt(
      () =>
        when(this.#codec.unseal(text), (plaintext: unknown) => {
          if (typeof plaintext === 'string') return plaintext;
          throw new TypeError(`expected a text, received ${typeof plaintext}`);
        }),
      (error) =>
        InvalidRequestState.is(error) ? error : internalStateError('The requestState could not be unsealed', error),
    );
  }

  #hiddenPrincipal(binding: RequestBinding): string | undefined | Promise<string | undefined> {
    return attempt(
      () =>
        when(this.#principal(binding), (principal) => (principal === undefined ? undefined : hidePrincipal(principal))),
      (error) => internalStateError('The principal of a requestState could not be told', error),
    );
  }

  #checkPrincipal({ principal: made }: Claims, binding: RequestBinding): void | Promise<void> {
    if (this.#settings.bindPrincipal === false) return;
    const same = attempt(
      () =>
        when(this.#principal(binding), (principal) =>
          made === undefined || principal === undefined ? made === principal : hides(made, principal),
        ),
      (cause) => new InvalidRequestState('its principal could not be told', { cause }),
    );
    return when(same, (yes) => {
      if (!yes) throw new InvalidRequestState('it is for another principal');
    });
  }

  #principal({ ctx, auth }: RequestBinding): string | undefined | Promise<string | undefined> {
    const { bindPrincipal } = this.#settings;
    if (bindPrincipal === false) return undefined;
    return principalOf(bindPrincipal, ctx as Ctx, auth); // who gives the option gives the contexts that it names
  }
}

function checkLength(text: string): string {
  if (text.length <= maxStateLength) return text;
  throw new McpError(
    'LIMIT_EXCEEDED',
    `A requestState of ${text.length} characters cannot be sent: at most ${maxStateLength} are opened again. ` +
      'Keep the data on the server, and put a key to it in the state.',
  );
}

function checkArguments(claims: Claims, binding: RequestBinding): void | Promise<void> {
  const given = attempt(
    () => argumentsClaim(binding.arguments),
    (cause) => new InvalidRequestState('the arguments that came with it cannot be compared', { cause }),
  );
  return when(given, (text) => {
    if (text !== claims.arguments) throw new InvalidRequestState('it is for other arguments');
  });
}
