import { Client, type ClientOptions } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { visit } from '../examples/bookshop/client.js';
import type * as bookshop from '../examples/bookshop/server.js';
import { server } from '../examples/bookshop/server.js';

describe.each(['legacy', 'modern'] as const)('the bookshop, for a %s client,', (mode) => {
  const connect = (onElicit?: ClientOptions['onElicit']) => Client.connect<typeof bookshop>(server, { mode, onElicit });

  it('does all that it offers, and asks before it works', async () => {
    const lines: string[] = [];
    await visit(server, { mode }, (line) => lines.push(...line.split('\n').map((part) => part.trim())));
    expect(lines).toContain('its tools: search_books, order_book');
    expect(lines.some((line) => line.startsWith('The Left Hand of Darkness by Ursula K. Le Guin'))).toBe(true);
    expect(lines.at(-1)).toContain('Unknown resource: stock://Ulysses');
    const orders = lines.slice(lines.indexOf('order_book "Dune"'), lines.indexOf('heard of a change') + 2);
    expect(orders.map((line) => line.replace(/order number \d+/, 'order').replace(/\d+ left/, 'some left'))).toEqual([
      'order_book "Dune"',
      'the shop asks: Wrap "Dune" as a gift?',
      'the user: yes',
      '1 of 2: taking it off the shelf',
      '2 of 2: wrapping it up',
      'order, gift-wrapped, some left',
      'order_book "Emma"',
      'the shop asks: "Emma" is out of stock. Order it anyway?',
      'the user: yes',
      'the shop asks: Wrap "Emma" as a gift?',
      'the user: no',
      '1 of 2: ordering it from the publisher',
      '2 of 2: putting it into a bag',
      'order, some left',
      'heard of a change',
      'stock://Dune',
    ]);
  });

  it('orders nothing that the user does not want', async () => {
    await using client = await connect(() => ({ action: 'accept', content: { confirm: false } }));
    const { structuredContent } = await client.tools.order_book({ title: 'Emma' });
    expect(structuredContent).toEqual({ title: 'Emma', order: null, left: 0, giftWrapped: false });
  });

  it('sells to those who cannot be asked', async () => {
    await using client = await connect();
    const { structuredContent } = await client.tools.order_book({ title: 'The Left Hand of Darkness' });
    expect(structuredContent).toMatchObject({ order: expect.any(Number), giftWrapped: false });
  });

  it('says which titles it does not know', async () => {
    await using client = await connect();
    const { content, isError } = await client.callTool('order_book', { title: 'Ulysses' });
    expect({ content, isError }).toEqual({
      content: [{ type: 'text', text: 'No book is called "Ulysses". Find its exact title with search_books.' }],
      isError: true,
    });
  });
});
