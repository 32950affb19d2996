import type { SubscriptionEvent } from './bus.js';

/** Tells of changes to everybody who listens, in either era. Each resolves when the bus has taken it, and never rejects for a bus that fails. */
export interface ChangeNotifier {
  readonly notifyToolsChanged: () => Promise<void>;
  readonly notifyPromptsChanged: () => Promise<void>;
  readonly notifyResourcesChanged: () => Promise<void>;
  readonly notifyResourceUpdated: (uri: string) => Promise<void>;
}

/** The functions that publish changes through `publish`. */
export function changeNotifier(publish: (event: SubscriptionEvent) => Promise<void>): ChangeNotifier {
  return {
    notifyToolsChanged: () => publish({ type: 'toolsListChanged' }),
    notifyPromptsChanged: () => publish({ type: 'promptsListChanged' }),
    notifyResourcesChanged: () => publish({ type: 'resourcesListChanged' }),
    notifyResourceUpdated: (uri) => publish({ type: 'resourceUpdated', uri }),
  };
}
