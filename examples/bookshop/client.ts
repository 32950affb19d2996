// Visits a bookshop that is open: node client.js http://127.0.0.1:3000/mcp
import { pathToFileURL } from 'node:url';
import { type CallOptions, Client, type ClientOptions, type ClientTarget, McpError } from 'parley-mcp';
import type { ElicitRequestParams, ElicitResult } from 'parley-mcp/types';
import type * as bookshop from './server.js'; // types only: the server's code stays on the server

/** Calls everything that the bookshop offers, and tells what it saw. */
export async function visit(target: ClientTarget, options: ClientOptions, say: (line: string) => void): Promise<void> {
  const onElicit = (question: ElicitRequestParams) => answer(question, say);
  await using client = await Client.connect<typeof bookshop>(target, { ...options, onElicit });
  const { serverInfo, protocolVersion } = client;
  say(
    `connected to ${serverInfo?.title ?? 'a server'} ${serverInfo?.version ?? ''}, protocol revision ${protocolVersion}`,
  );

  const { tools } = await client.listTools();
  say(`its tools: ${tools.map((tool) => tool.name).join(', ')}`);

  const found = await client.tools.search_books({ words: 'science fiction' });
  say('search_books "science fiction"');
  for (const { title, author, copies } of found.structuredContent.books) say(`  ${title} by ${author}, ${copies} left`);

  const changes = await client.listen({ resourceSubscriptions: ['stock://Dune'] });
  say('listen to stock://Dune');

  const onProgress: CallOptions['onProgress'] = (progress, total, message) =>
    say(`  ${progress} of ${total}: ${message}`);
  for (const title of ['Dune', 'Emma']) {
    say(`order_book "${title}"`);
    const { order, left, giftWrapped } = (await client.tools.order_book({ title }, { onProgress })).structuredContent;
    say(`  order number ${order}, ${giftWrapped ? 'gift-wrapped, ' : ''}${left} left`);
  }

  for await (const change of changes) {
    if (change.type === 'resourceUpdated') say(`heard of a change\n  ${change.uri}`);
    break; // ends the subscription
  }

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

/** Stands in for the user, who orders what is out of stock and wants Dune for a friend. Says what they would see on their screen. */
function answer(question: ElicitRequestParams, say: (line: string) => void): ElicitResult {
  const content = question.message.includes('out of stock')
    ? { confirm: true }
    : { wrap: question.message.includes('Dune') };
  say(`  the shop asks: ${question.message}\n  the user: ${Object.values(content).includes(true) ? 'yes' : 'no'}`);
  return { action: 'accept', content };
}

function textOf(result: { content: readonly { type: string }[] }): string {
  return result.content.map((block) => ('text' in block ? block.text : block.type)).join(' ');
}

const [program, address] = process.argv.slice(1);
if (program !== undefined && address !== undefined && import.meta.url === pathToFileURL(program).href)
  await visit(address, {}, console.log);
