import type { McpServer } from 'parley-mcp';
import { z } from 'zod';
import { questionToModel } from './model.js';

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
} as const;

const titledOptions = [
  { const: 'value1', title: 'First option' },
  { const: 'value2', title: 'Second option' },
  { const: 'value3', title: 'Third option' },
] as const;

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
} as const;

const accountForm = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
} as const;

/** Tools that ask the client while they work: in either era, whatever its connection can do. */
export function addAskingTools(server: McpServer): void {
  // A client that cannot be asked gets an error which says what it lacks, and no question.
  server.tool('test_missing_capability', { description: 'Needs a client that can sample.' }, async (_, ctx) => {
    await ctx.sample(questionToModel('Can you hear me?'));
    return 'The client can sample';
  });

  server.tool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const { content } = await ctx.sample(questionToModel(prompt));
      return `LLM response: ${JSON.stringify(content)}`;
    },
  );

  server.tool(
    'test_elicitation',
    { description: 'Asks the user.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, ctx) => `User response: ${JSON.stringify(await ctx.elicit(message, accountForm))}`,
  );

  server.tool('test_elicitation_sep1034_defaults', { description: 'Asks with defaults.' }, async (_, ctx) => {
    const answer = await ctx.elicit('Please review your details', defaultsForm);
    return `Elicitation completed: ${JSON.stringify(answer)}`;
  });

  server.tool('test_elicitation_sep1330_enums', { description: 'Asks for choices.' }, async (_, ctx) => {
    const answer = await ctx.elicit('Please choose', choicesForm);
    return `Elicitation completed: ${JSON.stringify(answer)}`;
  });

  server.tool('test_streaming_elicitation', { description: 'Asks in a stream.' }, async (_, ctx) => {
    await ctx.reportProgress(1, 2, 'About to ask');
    const answer = await ctx.elicit('Shall we go on?', z.object({ goOn: z.boolean() }));
    await ctx.reportProgress(2, 2, 'Answered');
    return answer.action === 'accept' && answer.content.goOn ? 'Going on' : 'Stopped';
  });
}
