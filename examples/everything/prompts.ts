import { embed, image, type McpServer, user } from 'parley-mcp';
import { z } from 'zod';
import { redPixel } from './media.js';

/** A prompt of each kind. */
export function addPrompts(server: McpServer): void {
  server.prompt(
    'test_simple_prompt',
    { description: 'A prompt without arguments.' },
    () => 'This is a simple prompt for testing.',
  );

  server.prompt(
    'test_prompt_with_arguments',
    {
      description: 'A prompt with two arguments.',
      args: z.object({
        arg1: z.string().describe('First test argument'),
        arg2: z.string().describe('Second test argument'),
      }),
      complete: { arg1: (value) => ['test1', 'test2', 'other'].filter((candidate) => candidate.startsWith(value)) },
    },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );

  server.prompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'A prompt with a resource in it.',
      args: z.object({ resourceUri: z.string().describe('URI of the resource to embed') }),
    },
    ({ resourceUri }) => [
      user(embed({ uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' })),
      user('Please process the embedded resource above.'),
    ],
  );

  server.prompt('test_prompt_with_image', { description: 'A prompt with an image in it.' }, () => [
    user(image(redPixel)),
    user('Please analyze the image above.'),
  ]);
}
