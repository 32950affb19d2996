import { McpError } from '../../../errors/index.js';
import type { JsonObject } from '../../../types/index.js';
import { canonicalJson } from './canonical-json.js';
import { type Claims, checkTime, type RequestClaims, readClaims, writeClaims } from './claims.js';
import { fullDigest } from './digest.js';
import { InvalidRequestState, internalStateError } from './invalid-request-state.js';
import type { RequestStateCodec, RequestStateSettings } from './options.js';
import { maxStateLength, type RequestBinding, type RequestStateSealer } from './ports.js';
import { hidePrincipal, hides, principalOf } from './principal.js';
import { TokenCodec } from './token.js';

/** Seals and opens state with settings that have been checked. */
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

  async seal(payload: JsonObject, binding: RequestBinding): Promise<string> {
    const [request, principal] = await Promise.all([this.#request(binding), this.#hiddenPrincipal(binding)]);
    const text = await this.#sealText(this.#write(request, principal, payload));
    if (text.length <= maxStateLength) return text;
    throw new McpError(
      'LIMIT_EXCEEDED',
      `A requestState of ${text.length} characters cannot be sent: at most ${maxStateLength} are opened again. ` +
        'Keep the data on the server, and put a key to it in the state.',
    );
  }

  async open(text: string, binding: RequestBinding): Promise<JsonObject> {
    if (typeof text !== 'string' || text.length > maxStateLength) {
      throw new InvalidRequestState(`it is not a text of at most ${maxStateLength} characters`);
    }
    const claims = readClaims(await this.#unsealText(text));
    checkTime(claims, this.#clock(), this.#settings.ttlMs);
    if (claims.aud !== this.#settings.audience) throw new InvalidRequestState('it is for another audience');
    if (claims.m !== binding.method) throw new InvalidRequestState('it is for another method');
    if (claims.t !== binding.target) throw new InvalidRequestState('it is for another tool, prompt or resource');
    await checkArguments(claims, binding);
    await this.#checkPrincipal(claims, binding);
    return claims.s;
  }

  async #request(binding: RequestBinding): Promise<RequestClaims> {
    const a = await argumentsDigest(binding);
    return { m: binding.method, t: binding.target, a, aud: this.#settings.audience };
  }

  #write(request: RequestClaims, principal: string | undefined, payload: JsonObject): string {
    try {
      return writeClaims(request, principal, { now: this.#clock(), ttlMs: this.#settings.ttlMs }, payload);
    } catch (error) {
      throw internalStateError('The request state cannot be written as JSON', error);
    }
  }

  async #sealText(plaintext: string): Promise<string> {
    try {
      const text: unknown = await this.#codec.seal(plaintext);
      if (typeof text === 'string' && text !== '') return text;
      throw new TypeError(`expected a text, received ${text === '' ? 'an empty one' : typeof text}`);
    } catch (error) {
      throw internalStateError('The requestState could not be sealed', error);
    }
  }

  async #unsealText(text: string): Promise<string> {
    try {
      const plaintext: unknown = await this.#codec.unseal(text);
      if (typeof plaintext === 'string') return plaintext;
      throw new TypeError(`expected a text, received ${typeof plaintext}`);
    } catch (error) {
      if (InvalidRequestState.is(error)) throw error;
      throw internalStateError('The requestState could not be unsealed', error);
    }
  }

  async #hiddenPrincipal(binding: RequestBinding): Promise<string | undefined> {
    try {
      const principal = await this.#principal(binding);
      return principal === undefined ? undefined : await hidePrincipal(principal);
    } catch (error) {
      throw internalStateError('The principal of a requestState could not be told', error);
    }
  }

  async #checkPrincipal({ p }: Claims, binding: RequestBinding): Promise<void> {
    if (this.#settings.bindPrincipal === false) return;
    let same: boolean;
    try {
      const principal = await this.#principal(binding);
      same = p === undefined || principal === undefined ? p === principal : await hides(p, principal);
    } catch (cause) {
      throw new InvalidRequestState('its principal could not be told', { cause });
    }
    if (!same) throw new InvalidRequestState('it is for another principal');
  }

  #principal({ ctx, auth }: RequestBinding): Promise<string | undefined> {
    const { bindPrincipal } = this.#settings;
    if (bindPrincipal === false) return Promise.resolve(undefined);
    return principalOf(bindPrincipal, ctx as Ctx, auth); // who gives the option gives the contexts that it names
  }
}

async function checkArguments({ a }: Claims, binding: RequestBinding): Promise<void> {
  let given: string;
  try {
    given = await argumentsDigest(binding);
  } catch (cause) {
    throw new InvalidRequestState('the arguments that came with it cannot be compared', { cause });
  }
  if (given !== a) throw new InvalidRequestState('it is for other arguments');
}

function argumentsDigest(binding: RequestBinding): Promise<string> {
  return fullDigest(canonicalJson(binding.arguments === undefined ? {} : binding.arguments));
}
