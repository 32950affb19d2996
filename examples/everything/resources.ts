import { bytes, type McpServer } from 'parley-mcp';
import { redPixel } from './media.js';

/** A resource of each kind. */
export function addResources(server: McpServer): void {
  server.resource(
    'test://static-text',
    { name: 'static-text', description: 'A text that never changes.', mimeType: 'text/plain' },
    () => 'This is the content of the static text resource.',
  );

  server.resource(
    'test://static-binary',
    { name: 'static-binary', description: 'An image that never changes.', mimeType: 'image/png' },
    () => bytes(redPixel, 'image/png'),
  );

  server.resource(
    'test://watched-resource',
    { name: 'watched-resource', description: 'A resource to subscribe to.', mimeType: 'text/plain' },
    () => 'Watched resource content',
  );

  server.resource(
    'test://template/{id}/data',
    { name: 'template', description: 'A resource for each id.', mimeType: 'application/json' },
    ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }),
  );
}
