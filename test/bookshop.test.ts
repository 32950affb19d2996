import { expect, it } from 'vitest';
import { visit } from '../examples/bookshop/client.js';
import { server } from '../examples/bookshop/server.js';

it.each(['legacy', 'modern'] as const)('the bookshop serves a %s client all that it offers', async (mode) => {
  const lines: string[] = [];
  await visit(server, { mode }, (line) => lines.push(...line.split('\n').map((part) => part.trim())));
  expect(lines).toContain('its tools: search_books, order_book');
  expect(lines).toContain('2 of 2: wrapping it up');
  expect(lines).toContain('refused: "Emma" is out of stock.');
  expect(lines).toContain('The Left Hand of Darkness');
  expect(lines.at(-1)).toContain('Unknown resource: stock://Ulysses');
});
