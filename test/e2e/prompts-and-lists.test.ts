import { assistant, McpServer, PromptError, text, user } from 'parley-mcp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { join, Logbook, matrix, title } from './harness.js';

const info = { name: 'prompts', version: '1.0.0' };

describe.each(matrix)(`prompts over ${title}`, (cell) => {
  it('renders strings, blocks, messages, lists and whole results', async () => {
    const server = new McpServer(info);
    server.prompt('string', { args: z.object({ genre: z.string() }) }, ({ genre }) => `Recommend one ${genre} book.`);
    server.prompt('talk', { description: 'A talk' }, async () => [user('Hi'), assistant('Hello'), text('and')]);
    server.prompt('whole', {}, () => ({ description: 'own', messages: [user('x')] }));
    await using joined = await join(cell, server);
    const { client } = joined;
    expect((await client.getPrompt('string', { genre: 'crime' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Recommend one crime book.' } },
    ]);
    expect(await client.getPrompt('talk')).toMatchObject({
      description: 'A talk',
      messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }],
    });
    expect(await client.getPrompt('whole')).toMatchObject({ description: 'own' });
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'string')?.arguments).toEqual([{ name: 'genre', required: true }]);
  });

  it('refuses unknown prompts and arguments that do not fit with -32602', async () => {
    const server = new McpServer(info);
    server.prompt('p', { args: z.object({ genre: z.string().min(3) }) }, () => 'x');
    await using joined = await join(cell, server);
    await expect(joined.client.getPrompt('none')).rejects.toMatchObject({
      jsonRpcCode: -32602,
      message: 'Unknown prompt: none',
    });
    await expect(joined.client.getPrompt('p')).rejects.toMatchObject({
      jsonRpcCode: -32602,
      message: expect.stringContaining('genre'),
    });
    await expect(joined.client.getPrompt('p', { genre: 'x' })).rejects.toMatchObject({ jsonRpcCode: -32602 });
  });

  it('shows a PromptError and masks any other', async () => {
    const logger = new Logbook();
    const server = new McpServer({ ...info, logger });
    server.prompt('told', {}, () => {
      throw new PromptError('Nothing to recommend.');
    });
    server.prompt('crash', {}, async () => {
      throw new Error('hunter2');
    });
    await using joined = await join(cell, server);
    await expect(joined.client.getPrompt('told')).rejects.toMatchObject({ message: 'Nothing to recommend.' });
    await expect(joined.client.getPrompt('crash')).rejects.toMatchObject({
      jsonRpcCode: -32603,
      message: "Error rendering prompt 'crash'",
    });
    expect(logger.at('error')).toHaveLength(1);
  });

  it('completes arguments of prompts and templates, at most a hundred values', async () => {
    const server = new McpServer(info);
    const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
    server.prompt(
      'p',
      {
        args: z.object({ genre: z.string(), author: z.string() }),
        complete: {
          genre: (value) => ['crime', 'comedy', 'drama'].filter((genre) => genre.startsWith(value)),
          author: (_value, chosen) => [`writes ${chosen.genre ?? 'anything'}`],
        },
      },
      () => 'x',
    );
    server.resource('stock://{title}', { complete: { title: async () => many } }, () => 'x');
    await using joined = await join(cell, server);
    const { client } = joined;
    const prompt = { type: 'ref/prompt', name: 'p' } as const;
    expect((await client.complete(prompt, { name: 'genre', value: 'c' })).completion.values).toEqual([
      'crime',
      'comedy',
    ]);
    const context = { arguments: { genre: 'crime' } };
    expect((await client.complete(prompt, { name: 'author', value: '' }, context)).completion.values).toEqual([
      cell.revision >= '2025-06-18' ? 'writes crime' : 'writes anything',
    ]);
    const template = { type: 'ref/resource', uri: 'stock://{title}' } as const;
    const { completion } = await client.complete(template, { name: 'title', value: '' });
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect(completion.values).toHaveLength(100);
    expect((await client.complete(prompt, { name: 'other', value: '' })).completion.values).toEqual([]);
    await expect(client.complete({ type: 'ref/prompt', name: 'none' }, { name: 'x', value: '' })).rejects.toMatchObject(
      { jsonRpcCode: -32602 },
    );
    if (cell.revision >= '2025-03-26') expect(client.serverCapabilities.completions).toEqual({});
  });

  it('offers no completions where there are none', async () => {
    const server = new McpServer(info);
    server.prompt('p', {}, () => 'x');
    await using joined = await join(cell, server);
    expect(joined.client.serverCapabilities.completions).toBeUndefined();
    await expect(
      joined.client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'x', value: '' }),
    ).rejects.toMatchObject({ jsonRpcCode: -32601 });
  });

  it('lists page by page, in order, and survives changes between pages', async () => {
    const server = new McpServer({ ...info, pageSize: 2 });
    for (let index = 0; index < 5; index++) {
      server.tool(`t${index}`, {}, () => 'x');
      server.resource(`r://${index}`, {}, () => 'x');
      server.resource(`r${index}://{x}`, {}, () => 'x');
    }
    const prompts = ['a', 'b', 'c', 'd'].map((name) => server.prompt(name, {}, () => 'x'));
    await using joined = await join(cell, server);
    const { client } = joined;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2', 't3', 't4']);
    expect((await client.listResources()).resources).toHaveLength(5);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(5);
    const first = await client.request('prompts/list');
    expect(first.prompts.map(({ name }) => name)).toEqual(['a', 'b']);
    prompts[0]?.remove();
    const second = await client.listPrompts({ cursor: first.nextCursor ?? '' });
    expect(second.prompts.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(second.nextCursor).toBeUndefined();
    await expect(client.listPrompts({ cursor: 'nonsense' })).rejects.toMatchObject({ jsonRpcCode: -32602 });
    await expect(client.listTools({ cursor: '' })).rejects.toMatchObject({ jsonRpcCode: -32602 });
  });
});
