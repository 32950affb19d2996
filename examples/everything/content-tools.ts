import { audio, embed, image, type McpServer, ToolError, text } from 'parley-mcp';
import { redPixel, silence } from './media.js';

/** Tools that give each kind of content. */
export function addContentTools(server: McpServer): void {
  server.tool(
    'test_simple_text',
    { description: 'Gives a text.' },
    () => 'This is a simple text response for testing.',
  );

  server.tool('test_image_content', { description: 'Gives an image.' }, () => image(redPixel));

  server.tool('test_audio_content', { description: 'Gives a sound.' }, () => audio(silence));

  server.tool('test_embedded_resource', { description: 'Gives a resource, contents and all.' }, () =>
    embed({
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    }),
  );

  server.tool('test_multiple_content_types', { description: 'Gives a text, an image and a resource.' }, () => [
    text('Multiple content types test:'),
    image(redPixel),
    embed({
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: JSON.stringify({ test: 'data', value: 123 }),
    }),
  ]);

  server.tool('test_error_handling', { description: 'Fails.' }, () => {
    throw new ToolError('This tool intentionally returns an error for testing');
  });
}
