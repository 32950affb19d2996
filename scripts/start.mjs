// npm start: serves the bookshop over HTTP until it is stopped.
import { buildBookshop, load, programOf, root } from './demo-build.mjs';

try {
  await buildBookshop();
  const { serving } = await load('http');
  console.log(instructions(serving.url));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error?.code === 'INVALID_OPTION') console.error('For example: PORT=4000 npm start');
  process.exitCode = 1;
}

function instructions(url) {
  const config = (entry) => JSON.stringify({ mcpServers: { bookshop: entry } }, undefined, 2).replace(/^/gm, '    ');
  return `
Stop it with Ctrl-C. Another port: PORT=4000 npm start

Connect a host to it (a chat application or an agent), in its configuration:

${config({ type: 'http', url })}

or let the host start a bookshop of its own, over standard input and output:

${config({ command: process.execPath, args: [programOf('stdio')] })}

Look at it in a browser (the Inspector wants Node 22.19 or later):

    npx @modelcontextprotocol/inspector --transport http --server-url ${url}

Visit it with the example's own client:

    node ${programOf('client').replace(root, '')} ${url}

Call a tool by hand:

    curl -s ${url} \\
      -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
      -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: search_books' \\
      -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_books","arguments":{"words":"crime"},
           "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                    "io.modelcontextprotocol/clientInfo":{"name":"curl","version":"1"},
                    "io.modelcontextprotocol/clientCapabilities":{}}}}'
`;
}
