import { expect, test } from 'vitest';
import { createMessage, initialize } from '../../types/index.js';
import { HttpSession } from './session.js';

const opening = { jsonrpc: '2.0', id: 1, method: initialize.name } as const;

test('a request that is crowded out before the client has opened its stream is rejected at once', async () => {
  const session = new HttpSession('s', opening, undefined, undefined);
  const first = session.peer.request(createMessage.name, {});
  const second = session.peer.request(createMessage.name, {});
  second.catch(() => {}); // rejected at the end, by close()
  for (let count = 0; count < 255; count++) session.peer.notify('acme/news', { count });
  await expect(first).rejects.toMatchObject({ code: 'CONNECTION_LOST', mayHaveRun: false });
  session.close();
  await expect(second).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

test('a question without a JSON form rejects, and is forgotten', async () => {
  const session = new HttpSession('s', opening, undefined, undefined);
  const asked = session.peer.request(createMessage.name, { count: 1n } as never); // what no JSON has
  await expect(asked).rejects.toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining('JSON') });
  session.peer.answered({ jsonrpc: '2.0', id: 1, result: {} });
  session.close();
});
