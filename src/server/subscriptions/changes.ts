import { McpError } from '../../errors/index.js';
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

/** What a server without a bus has instead: each call rejects with `INVALID_OPTION`. */
export const noChanges: ChangeNotifier = changeNotifier(async () => {
  throw new McpError(
    'INVALID_OPTION',
    'This server has no subscription bus to tell of changes: create it with the option subscriptions: new InMemorySubscriptionBus()',
  );
});
