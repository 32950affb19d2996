import type { Registered } from './registered.js';
import type { Registry } from './registry.js';

/** An entry that a handle can change. */
export interface Changeable<Change> extends Registered {
  enabled: boolean;
  update(change: Change): void;
}

/** What every handle can do with what it was given for. */
export interface HandleActions<Change> {
  readonly enabled: boolean;
  update(change: Change): void;
  enable(): void;
  disable(): void;
  remove(): void;
}

/** The actions of a handle on one entry of a registry, beside whatever names it. */
export function makeHandle<Change, Entry extends Changeable<Change>, Names extends object>(
  registry: Registry<Entry>,
  entry: Entry,
  names: Names,
): Names & HandleActions<Change> {
  const set = (enabled: boolean) => {
    if (entry.enabled === enabled) return;
    entry.enabled = enabled;
    registry.changed();
  };
  const actions: HandleActions<Change> = {
    get enabled() {
      return entry.enabled;
    },
    update(change) {
      entry.update(change);
      registry.changed();
    },
    enable: () => set(true),
    disable: () => set(false),
    remove: () => registry.remove(entry),
  };
  return Object.assign(actions, names);
}
