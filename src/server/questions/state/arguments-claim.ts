import { when } from '../../../exchange/index.js';
import { canonicalJson } from './canonical-json.js';
import { fullDigest } from './digest.js';

/** The most characters of arguments that state carries as they are: a digest of more is shorter, and of less takes longer to make. */
const maxPlain = 128;

/**
 * What state says of the arguments of its request: their canonical JSON, or `#` and its whole digest where that is long. No JSON begins
 * with `#`. Equal for equal arguments and no others. None are the same as `{}`. Throws like `canonicalJson`.
 */
export function argumentsClaim(given: unknown): string | Promise<string> {
  const text = given === undefined ? '{}' : canonicalJson(given);
  return text.length <= maxPlain ? text : when(fullDigest(text), (digest) => `#${digest}`);
}
