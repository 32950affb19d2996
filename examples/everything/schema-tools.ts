import type { McpServer } from 'parley-mcp';
import { z } from 'zod';

/** A schema with the parts of JSON Schema 2020-12 that converters tend to lose. */
const addressBookSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** Tools that are about what their schemas say. */
export function addSchemaTools(server: McpServer): void {
  server.tool(
    'test_x_mcp_header',
    {
      description: 'Takes an argument that HTTP clients repeat in a header.',
      inputSchema: z.object({
        region: z.string().meta({ 'x-mcp-header': 'Region' }).optional(),
        level: z.number().int().optional(),
      }),
    },
    ({ region = 'nowhere', level = 0 }) => `Region ${region}, level ${level}.`,
  );

  server.tool(
    'json_schema_2020_12_tool',
    { description: 'Takes arguments that only JSON Schema 2020-12 can describe.', inputSchema: addressBookSchema },
    (args) => `Received ${JSON.stringify(args)}`,
  );
}
