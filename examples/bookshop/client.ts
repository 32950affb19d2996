// Visits a bookshop that is open: node client.js http://127.0.0.1:3000/mcp
import { pathToFileURL } from 'node:url';
import { Client, type ClientOptions, type ClientTarget, McpError } from 'parley-mcp';
import type * as bookshop from './server.js'; // types only: the server's code stays on the server

/** Calls everything that the bookshop offers, and tells what it saw. */
export async function visit(target: ClientTarget, options: ClientOptions, say: (line: string) => void): Promise<void> {
  await using client = await Client.connect<typeof bookshop>(target, options);
  const { serverInfo, protocolVersion } = client;
  say(
    `connected to ${serverInfo?.title ?? 'a server'} ${serverInfo?.version ?? ''}, protocol revision ${protocolVersion}`,
  );

  const { tools } = await client.listTools();
  say(`its tools: ${tools.map((tool) => tool.name).join(', ')}`);

  const found = await client.tools.search_books({ words: 'science fiction' });
  say('search_books "science fiction"');
  for (const { title, author, copies } of found.structuredContent.books) say(`  ${title} by ${author}, ${copies} left`);

  say('order_book "Dune"');
  const ordered = await client.tools.order_book(
    { title: 'Dune' },
    { onProgress: (progress, total, message) => say(`  ${progress} of ${total}: ${message}`) },
  );
  say(`  order number ${ordered.structuredContent.order}, ${ordered.structuredContent.left} left`);

  const sold = await client.tools.order_book({ title: 'Emma' });
  say(`order_book "Emma"\n  refused: ${textOf(sold)}`);

  const read = await client.readResource('stock://Dune');
  say(
    `read stock://Dune\n  ${read.contents.map((part) => ('text' in part ? part.text.replace(/\s+/g, ' ') : '')).join()}`,
  );

  const prompt = await client.getPrompt('recommend', { genre: 'crime' });
  say(
    `prompt "recommend" for crime\n  ${prompt.messages.map((message) => textOf({ content: [message.content] })).join()}`,
  );

  const template = { type: 'ref/resource', uri: 'stock://{title}' } as const;
  const { completion } = await client.complete(template, { name: 'title', value: 'the' });
  say(`complete the title "the"\n  ${completion.values.join(', ')}`);

  try {
    await client.readResource('stock://Ulysses');
  } catch (error) {
    if (!McpError.is(error)) throw error;
    say(`read stock://Ulysses\n  error ${error.jsonRpcCode} (${error.code}): ${error.message}`);
  }
}

function textOf(result: { content: readonly { type: string }[] }): string {
  return result.content.map((block) => ('text' in block ? block.text : block.type)).join(' ');
}

const [program, address] = process.argv.slice(1);
if (program !== undefined && address !== undefined && import.meta.url === pathToFileURL(program).href)
  await visit(address, {}, console.log);
