import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { extraTools, schemas, text } from '../../shared/tools.mjs';

const extras = extraTools();
export const build = () => {
  const s = new McpServer({ name: 'official1', version: '1.0.0' });
  s.registerTool('add', { description: 'add', inputSchema: schemas.add.shape }, async ({ a, b }) =>
    text(String(a + b)),
  );
  s.registerTool('echo', { description: 'echo', inputSchema: schemas.echo.shape }, async ({ text: t }) => text(t));
  s.registerTool(
    'progress',
    { description: 'progress', inputSchema: schemas.progress.shape },
    async ({ count }, extra) => {
      const progressToken = extra._meta?.progressToken;
      for (let i = 1; i <= count; i++)
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: i, total: count },
        });
      return text('done');
    },
  );
  for (const t of extras)
    s.registerTool(t.name, { title: t.title, description: t.description, inputSchema: t.schema.shape }, async () =>
      text('ok'),
    );
  return s;
};
