import { type JsonObject, McpError, type McpServer } from 'parley-mcp';
import { z } from 'zod';

/** A form with a default for each kind of field. */
const defaultsForm = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Whether the user is verified', default: true },
  },
  required: [],
};

const titledOptions = [
  { const: 'value1', title: 'First option' },
  { const: 'value2', title: 'Second option' },
  { const: 'value3', title: 'Third option' },
];

/** A form with each way to write a choice. */
const choicesForm = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titledOptions },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option one', 'Option two', 'Option three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titledOptions } },
  },
  required: [],
};

const accountForm = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

/** Tools that ask the client, or need to know that it can be asked. */
export function addAskingTools(server: McpServer): void {
  server.tool('test_missing_capability', { description: 'Needs a client that can sample.' }, (_, ctx) => {
    if (ctx.clientCapabilities.sampling !== undefined) return 'The client can sample';
    throw new McpError('MISSING_CLIENT_CAPABILITY', 'Sampling not supported by the client', {
      requiredCapabilities: { sampling: {} },
    });
  });

  server.tool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { session }) => {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const { content } = await session.request('sampling/createMessage', { messages, maxTokens: 100 });
      return `LLM response: ${JSON.stringify(content)}`;
    },
  );

  const ask = (name: string, description: string, message: string, requestedSchema: JsonObject): void => {
    server.tool(name, { description }, async (_, { session }) => {
      const answer = await session.request('elicitation/create', { message, requestedSchema });
      return `Elicitation completed: ${JSON.stringify(answer)}`;
    });
  };
  ask('test_elicitation_sep1034_defaults', 'Asks with defaults.', 'Please review your details', defaultsForm);
  ask('test_elicitation_sep1330_enums', 'Asks for choices.', 'Please choose', choicesForm);

  server.tool(
    'test_elicitation',
    { description: 'Asks the user.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { session }) => {
      const answer = await session.request('elicitation/create', { message, requestedSchema: accountForm });
      return `User response: ${JSON.stringify(answer)}`;
    },
  );
}
