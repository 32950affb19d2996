import { McpError } from '../../errors/index.js';
import { changeNotifier } from './changes.js';

/** What a server without a bus has instead: each call rejects with `INVALID_OPTION`. */
export const noChanges = changeNotifier(async () => {
  throw new McpError(
    'INVALID_OPTION',
    'This server has no subscription bus to tell of changes: create it with the option subscriptions: new InMemorySubscriptionBus()',
  );
});
