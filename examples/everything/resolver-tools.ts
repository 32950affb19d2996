import { elicit, listRoots, type McpServer, resolver, sample } from 'parley-mcp';
import { z } from 'zod';
import { questionToModel } from './model.js';

const userName = resolver({}, () => elicit('What is your name?', z.object({ name: z.string() })));
const greeting = resolver({}, () => sample(questionToModel('Generate a greeting')));
const clientRoots = resolver({}, () => listRoots());
const promptContext = resolver({}, () =>
  elicit('What context should the prompt use?', z.object({ context: z.string() })),
);

/** Tools and a prompt that leave the rounds to the SDK: in resolvers, whose questions all go at once, or in the body, one after the other. */
export function addResolverTools(server: McpServer): void {
  server.tool('test_input_required_result_sampling', { description: 'Asks the model.' }, async (_, ctx) => {
    const { content } = await ctx.sample(questionToModel('What is the capital of France?'));
    return `The model says: ${JSON.stringify(content)}`;
  });

  server.tool(
    'test_input_required_result_list_roots',
    { description: 'Asks for the roots.', resolve: { clientRoots } },
    (found) => `The roots: ${found.clientRoots.map(({ uri }) => uri).join(', ')}`,
  );

  server.tool(
    'test_input_required_result_multiple_inputs',
    {
      description: 'Asks the user, the model and for the roots at once.',
      resolve: { userName, greeting, clientRoots },
    },
    (found) =>
      `${JSON.stringify(found.greeting.content)} to ${found.userName.name}, who has ${found.clientRoots.length} roots`,
  );

  server.tool('test_input_required_result_multi_round', { description: 'Asks twice.' }, async (_, ctx) => {
    const first = await ctx.elicit('Step 1: What is your name?', z.object({ name: z.string() }));
    if (first.action !== 'accept') return 'Nothing asked any more';
    const second = await ctx.elicit('Step 2: What is your favorite color?', z.object({ color: z.string() }));
    return `${first.content.name} likes ${second.action === 'accept' ? second.content.color : 'no color'}`;
  });

  server.tool(
    'test_input_required_result_capabilities',
    { description: 'Asks whoever can be asked.' },
    async (_, ctx) => {
      const { elicitation, sampling } = ctx.clientCapabilities;
      const answers = await Promise.all([
        elicitation === undefined ? undefined : ctx.elicit('Who are you?', z.object({ name: z.string() })),
        sampling === undefined ? undefined : ctx.sample(questionToModel('Who are you?')),
      ]);
      return `The answers: ${JSON.stringify(answers)}`;
    },
  );

  server.prompt(
    'test_input_required_result_prompt',
    { description: 'A prompt about what the user says.', resolve: { promptContext } },
    (found) => `Consider this context: ${found.promptContext.context}`,
  );
}
