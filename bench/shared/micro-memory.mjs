// Calls from a client to a server in the same process.
import { Client } from '../../dist/client.js';
import { build } from '../targets/parley/server.mjs';

export async function prepareCalls() {
  const client = await Client.connect(build(), { mode: 'modern' });
  const args = { a: 2, b: 3 };
  return async (count) => {
    let result;
    for (let call = 0; call < count; call++) result = await client.callTool('add', args);
    if (result.content[0].text !== '5') throw new Error(`wrong answer: ${JSON.stringify(result)}`);
  };
}
