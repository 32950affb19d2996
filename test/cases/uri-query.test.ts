import { Client, McpServer } from 'parley-mcp';
import { describe, expect, it } from 'vitest';

async function connect(mode: 'modern' | 'legacy') {
  const server = new McpServer({ name: 'query', version: '1.0.0' });
  server.resource('acme://p{?page,limit}', {}, (variables) => ({ ...variables }));
  server.resource('shelf://{shelf}', {}, (variables) => ({ ...variables }));
  server.resource('book://{id}{?lang}', {}, (variables) => ({ ...variables }));
  server.resource('fixed://p?sort=up{&page}', {}, (variables) => ({ ...variables }));
  const client = await Client.connect(server, { mode });
  return { server, client };
}

describe.each(['modern', 'legacy'] as const)('query variables of a URI template, for %s clients', (mode) => {
  it.each([
    ['acme://p', {}],
    ['acme://p?limit=2&page=1', { page: '1', limit: '2' }],
    ['acme://p?page=a%20b', { page: 'a b' }],
    ['acme://p?page=%C3%BC', { page: 'ü' }],
    ['acme://p?page=1&zzz=9', { page: '1' }],
    ['acme://p?page=', { page: '' }],
    ['acme://p?page=a%26b%3Dc', { page: 'a&b=c' }],
    ['shelf://a%3Fb', { shelf: 'a?b' }],
    ['book://7', { id: '7' }],
    ['book://7?lang=de', { id: '7', lang: 'de' }],
    ['fixed://p?sort=up', {}],
    ['fixed://p?sort=up&page=3', { page: '3' }],
  ])('of %s are optional, free in order, decoded, and told apart from empty ones', async (uri, expected) => {
    const { server, client } = await connect(mode);
    const [contents] = (await client.readResource(uri)).contents;
    expect(contents?.uri).toBe(uri);
    expect(JSON.parse(contents !== undefined && 'text' in contents ? contents.text : '')).toEqual(expected);
    await server.close();
  });

  it.each(['acme://px', 'acme://p/q?page=1', 'shelf://a?b=c', 'shelf://a#b', 'shelf://a/b'])(
    'do not make %s match: a path variable stops at ?, # and /',
    async (uri) => {
      const { server, client } = await connect(mode);
      await expect(client.readResource(uri)).rejects.toMatchObject({ message: `Unknown resource: ${uri}` });
      await server.close();
    },
  );
});
