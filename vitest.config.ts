import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    conditions: ['parley-source', 'node', 'import', 'default'],
    alias: [
      { find: /^parley-mcp$/, replacement: source('index.ts') },
      { find: /^parley-mcp\/(\w+)$/, replacement: source('$1.ts') },
    ],
  },
  ssr: { resolve: { conditions: ['parley-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/interop/**', 'test/conformance/**'],
    testTimeout: 15_000,
  },
});
