import { setTimeout as sleep } from 'node:timers/promises';
import type { McpServer } from 'parley-mcp';

/** Between two reports, in milliseconds. */
const pause = 50;

/** Tools that tell clients something besides their result. */
export function addReportingTools(server: McpServer): void {
  server.tool('test_tool_with_logging', { description: 'Logs while it works.' }, async (_, { session }) => {
    await session.sendLogMessage('info', 'Tool execution started');
    await sleep(pause);
    await session.sendLogMessage('info', 'Tool processing data');
    await sleep(pause);
    await session.sendLogMessage('info', 'Tool execution completed');
    return 'Tool with logging executed successfully';
  });

  server.tool('test_logging_tool', { description: 'Logs for those who want to hear it.' }, async (_, { session }) => {
    await session.sendLogMessage('info', 'This is for requests that ask for log messages');
    return 'Logged';
  });

  server.tool('test_tool_with_progress', { description: 'Reports progress.' }, async (_, { reportProgress }) => {
    await reportProgress(0, 100, 'Completed step 0 of 100');
    await sleep(pause);
    await reportProgress(50, 100, 'Completed step 50 of 100');
    await sleep(pause);
    await reportProgress(100, 100, 'Completed step 100 of 100');
    return 'Tool with progress executed successfully';
  });

  server.tool('test_trigger_tool_change', { description: 'Says that the tools changed.' }, async (_, ctx) => {
    await ctx.notifyToolsChanged();
    return 'Told those who listen';
  });

  server.tool('test_trigger_prompt_change', { description: 'Says that the prompts changed.' }, async (_, ctx) => {
    await ctx.notifyPromptsChanged();
    return 'Told those who listen';
  });
}
