import { Server } from 'parley-mcp/server';
import { z } from 'zod';

const server = new Server({ name: 'types', version: '1.0.0' });

// refused: is not assignable to
server.handle('tools/list', () => 5);
// refused: is not assignable to
server.handle('resources/read', ({ uri }) => ({ contents: [{ url: uri }] }));
// refused: Property 'nam' does not exist on type
server.handle('tools/call', ({ nam }) => nam);
// refused: Property 'shelve' does not exist on type '{ shelf: string; }'
server.handle('acme/reindex', { params: z.object({ shelf: z.string() }) }, ({ shelve }) => shelve);
// refused: ''tools/lists'' does not exist in type
new Server({ name: 'types', version: '1.0.0' }, { handlers: { 'tools/lists': () => [] } });
// refused: Property 'version' is missing in type
new Server({ name: 'types' });
