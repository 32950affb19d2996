import type { MethodTraits, ServerCapabilities } from '../types/index.js';

/** What a server can do, by the methods it has handlers for, completed by what its author declares. One with a bus tells of changes to all its lists. */
export function capabilitiesFor(
  methods: Iterable<MethodTraits>,
  declared: ServerCapabilities | undefined,
  tellsOfChanges = false,
): ServerCapabilities {
  const found: Record<string, object> = {};
  for (const { capability, sender } of methods) {
    if (capability !== undefined && sender === 'client') found[capability] ??= {};
  }
  if (tellsOfChanges) {
    for (const name of ['tools', 'prompts', 'resources'])
      if (found[name] !== undefined) found[name] = name === 'resources' ? everyChange : { listChanged: true };
  }
  for (const [name, value] of Object.entries(declared ?? {})) {
    if (value !== undefined) found[name] = Object.assign({}, found[name], value);
  }
  return found;
}

const everyChange = { subscribe: true, listChanged: true };
