import { expect, test } from 'vitest';
import { asNode, lineOf, type Node, sources, walk } from './budgets/source.js';

/** What runs for each call or message; the rest of the code runs when something is loaded or registered. */
const serving = /^((exchange|transports|eras|server|client|hosts|jsonrpc)\/|mcp-server\/content\/)/;

/** Where such code has a form that costs too much, as `file:line`. */
function places(isCostly: (node: Node) => boolean): string[] {
  return sources
    .filter(({ path }) => serving.test(path))
    .flatMap((file) => {
      const found: string[] = [];
      walk(file.tree, (node) => {
        if (isCostly(node)) found.push(`src/${file.path}:${lineOf(file.text, node.start)}`);
      });
      return found;
    });
}

test('no object is made by a spread with properties after it, 1.4 µs on Node 20 instead of 0.05: the spread comes last, or Object.assign', () => {
  const spreadBeforeProperties = (node: Node) => {
    if (node.type !== 'ObjectExpression' || !Array.isArray(node.properties)) return false;
    const kinds = node.properties.map((one) => asNode(one).type);
    return kinds.includes('SpreadElement') && kinds.lastIndexOf('Property') > kinds.indexOf('SpreadElement');
  };
  expect(places(spreadBeforeProperties)).toEqual([]);
});

test('no body is read with `for await`, 2.5 µs for each request: the events of the stream, or its reader', () => {
  const overChunks = (node: Node) => node.type === 'ForOfStatement' && node.await === true;
  expect(places(overChunks).filter((place) => !place.startsWith('src/client/'))).toEqual([]); // a client walks over pages
});
