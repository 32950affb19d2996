import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { Client, McpServer } from 'parley-mcp';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const circle = z.object({ kind: z.literal('circle'), radius: z.number() });
const square = z.object({ kind: z.literal('square'), side: z.number() });
const good = { kind: 'circle', radius: 2 };

const shapes: readonly [string, z.ZodType<object>, RegExp][] = [
  ['a discriminated union', z.discriminatedUnion('kind', [circle, square]), /"radius".*"side"/],
  ['a plain union', z.union([circle, square]), /"radius".*"side"/],
  [
    'an intersection',
    z.intersection(z.object({ kind: z.string() }), z.object({ radius: z.number() })),
    /"kind".*"radius"/,
  ],
  ['a refined object', circle.refine(({ radius }) => radius > 0), /"radius"/],
  ['an object with a transform', circle.transform((given) => given), /"radius"/],
  [
    'an object with a transformed field',
    z.object({ kind: z.string(), radius: z.number().transform((n) => n) }),
    /"radius"/,
  ],
  ['a piped object', circle.pipe(z.object({ kind: z.literal('circle'), radius: z.number() })), /"radius"/],
];

describe.each(shapes)('an input schema that is %s', (_what, inputSchema, fields) => {
  it.each(['modern', 'legacy'] as const)('is published whole and checks calls, for %s clients', async (mode) => {
    await using server = new McpServer({ name: 'shapes', version: '1.0.0' });
    server.tool('draw', { inputSchema }, (args) => JSON.stringify(args));
    await using client = await Client.connect(server, { mode });
    const [tool] = (await client.listTools()).tools;
    expect(tool?.inputSchema.type).toBe('object');
    expect(JSON.stringify(tool?.inputSchema)).toMatch(fields);
    expect((await client.callTool('draw', good)).content).toEqual([{ type: 'text', text: JSON.stringify(good) }]);
    expect(await client.callTool('draw', { kind: 'circle', radius: 'wide' })).toMatchObject({ isError: true });
    expect(await client.callTool('draw')).toMatchObject({ isError: true });
  });
});

describe('an input schema whose root is no object', () => {
  const roots: readonly [string, unknown][] = [
    ['a string', z.string()],
    ['an array', z.array(z.string())],
    ['a union with a string', z.union([z.string(), circle])],
    ['null or an object', circle.nullable()],
    ['plain JSON Schema of a number', { type: 'number' }],
    ['a string of another library', toStandardJsonSchema(v.string())],
  ];
  it.each(roots)('is refused when the tool is registered: %s', (_what, inputSchema) => {
    const server = new McpServer({ name: 'shapes', version: '1.0.0' });
    expect(() => server.tool('draw', { inputSchema: inputSchema as z.ZodObject }, () => 'x')).toThrow(
      expect.objectContaining({
        code: 'INVALID_SIGNATURE',
        message: expect.stringContaining("tool 'draw': inputSchema"),
      }),
    );
  });
});

describe('a union of another schema library', () => {
  it('is published whole', async () => {
    await using server = new McpServer({ name: 'shapes', version: '1.0.0' });
    const union = v.variant('kind', [
      v.object({ kind: v.literal('circle'), radius: v.number() }),
      v.object({ kind: v.literal('square'), side: v.number() }),
    ]);
    server.tool('draw', { inputSchema: toStandardJsonSchema(union) }, (args) => args.kind);
    await using client = await Client.connect(server);
    const [tool] = (await client.listTools()).tools;
    expect(JSON.stringify(tool?.inputSchema)).toMatch(/^\{"type":"object".*"radius".*"side"/);
    expect((await client.callTool('draw', { kind: 'square', side: 1 })).content).toMatchObject([{ text: 'square' }]);
  });
});
