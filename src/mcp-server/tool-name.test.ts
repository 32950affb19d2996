import { describe, expect, it, vi } from 'vitest';
import { McpServer } from './mcp-server.js';

function warningsOf(name: string): string[] {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn<(message: string) => void>(), error: vi.fn() };
  const server = new McpServer({ name: 'test', version: '1.0.0', logger });
  server.tool(name, {}, () => 'done');
  return logger.warn.mock.calls.map(([message]) => message);
}

describe('the name of a tool', () => {
  it.each(['add', 'a', 'get_user-v2.1', 'Add2', '_private', 'x'.repeat(128)])('may be %s', (name) => {
    expect(warningsOf(name)).toEqual([]);
  });

  it.each(['', 'add two', 'naïve', 'a/b', '-add', 'add.', '.', 'x'.repeat(129), 'add\n'])(
    'is warned about, and taken, where some clients refuse it: %j',
    (name) => {
      expect(warningsOf(name)).toEqual([
        `The tool name ${JSON.stringify(name)} is not 1 to 128 letters, digits, "_", "-" and ".", with neither "-" nor "." first or last; some clients will refuse it.`,
      ]);
    },
  );
});
