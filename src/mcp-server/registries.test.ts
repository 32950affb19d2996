import { describe, expect, it } from 'vitest';
import { McpServer } from './index.js';

describe('the pages of lists', () => {
  it.each([0, -1, 1.5, Number.NaN])('cannot have %s members', (pageSize) => {
    expect(() => new McpServer({ name: 'till', version: '1', pageSize })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining('pageSize') }),
    );
  });
});
