// Waits for one change of the server at argv[2] as a client of the era argv[3], with nothing else to keep the process, and prints it.
import { Client } from 'parley-mcp/client';

async function wait() {
  const client = await Client.connect(process.argv[2], { mode: process.argv[3] });
  const changes = await client.listen({ toolsListChanged: true });
  process.stderr.write('waiting\n');
  for await (const change of changes) {
    console.log(JSON.stringify(change.type));
    break;
  }
  console.log(JSON.stringify('over'));
}

// Not awaited: that would end with a status of its own.
wait();
