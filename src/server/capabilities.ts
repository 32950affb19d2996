import type { MethodDefinition, ServerCapabilities } from '../types/index.js';

/** What a server can do, by the methods it has handlers for, completed by what its author declares. */
export function capabilitiesFor(
  definitions: Iterable<MethodDefinition>,
  declared: ServerCapabilities | undefined,
): ServerCapabilities {
  const found: Record<string, object> = {};
  for (const { capability, sender } of definitions) {
    if (capability !== undefined && sender === 'client') found[capability] ??= {};
  }
  for (const [name, value] of Object.entries(declared ?? {})) {
    if (value !== undefined) found[name] = Object.assign({}, found[name], value);
  }
  return found;
}
