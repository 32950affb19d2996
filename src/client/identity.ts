import type { Implementation } from '../types/index.js';

/** What a client calls itself that was given no `clientInfo`. */
export const defaultClientInfo: Implementation = { name: 'parley-mcp', version: '0.1.0' };
