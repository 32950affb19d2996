// Uses several entries together, and beside them a second copy of the package, as a bundled part of a program would bring it.
import assert from 'node:assert/strict';
import * as whole from 'parley-mcp';
import * as client from 'parley-mcp/client';
import { createNodeHandler } from 'parley-mcp/node';
import * as low from 'parley-mcp/server';

const copy = await import('../../../dist/index.js');
const copiedClient = await import('../../../dist/client.js');

assert.equal(client.Client, whole.Client);
assert.equal(client.HttpError, whole.HttpError);
for (const part of [client, low]) {
  assert.equal(part.McpError, whole.McpError);
  assert.equal(part.ConnectionError, whole.ConnectionError);
}
assert.equal(low.ResourceNotFoundError, whole.ResourceNotFoundError);
assert.equal(low.InvalidRequestState, whole.InvalidRequestState);
assert.notEqual(copy.McpServer, whole.McpServer);

function shop({ McpServer, ToolError }) {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.tool('fail', {}, () => {
    throw new ToolError('sold out');
  });
  return server;
}

for (const library of [whole, copy]) {
  const server = shop(library);
  createNodeHandler(server);
  low.createHttpHandler(server);
  for (const { Client } of [client, copiedClient]) {
    const family = Client === client.Client ? [whole, client, low] : [copy];
    const visitor = await Client.connect(server);
    assert.equal((await visitor.callTool('fail')).isError, true);
    const error = await visitor.readResource('shop://nothing').catch((reason) => reason);
    assert.equal(error.name, 'McpError');
    for (const { McpError } of [whole, client, low, copy]) assert.ok(McpError.is(error));
    for (const { McpError } of family) assert.ok(error instanceof McpError);
    await visitor.close();
  }
}
console.log(JSON.stringify('done'));
