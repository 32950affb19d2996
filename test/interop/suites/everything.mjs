// The checks for the published server-everything.
import assert from 'node:assert/strict';
import {
  assertFailed,
  assertPicture,
  assertSchemas,
  closes,
  fifty,
  goodText,
  rejection,
  rejectsWithCode,
  until,
} from './expect.mjs';

const document = 'demo://resource/static/document/architecture.md';

export const checks = {
  connect(driver, row) {
    assert.equal(driver.protocolVersion, row.revision);
    assert.equal(driver.serverName, 'mcp-servers/everything');
    assert.ok(driver.instructions.length > 0);
  },

  async listTools(driver) {
    const tools = await driver.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of ['echo', 'get-sum', 'get-structured-content', 'get-tiny-image'])
      assert.ok(names.includes(name), name);
    assertSchemas(tools);
  },

  async text(driver) {
    assert.equal(goodText(await driver.callTool('echo', { message: 'Grüezi' })), 'Echo: Grüezi');
    assert.match(goodText(await driver.callTool('get-sum', { a: 2, b: 3 })), /is 5\./);
  },

  async structured(driver) {
    const result = await driver.callTool('get-structured-content', { location: 'Chicago' });
    assert.equal(result.structuredContent.temperature, 36);
    assert.deepEqual(JSON.parse(goodText(result)), result.structuredContent);
  },

  async image(driver) {
    const { content } = await driver.callTool('get-tiny-image', {});
    assertPicture(content.find(({ type }) => type === 'image'));
  },

  async toolError(driver) {
    assertFailed(
      await driver.callTool('get-resource-reference', { resourceType: 'Text', resourceId: -1 }),
      /resourceId/,
    );
  },

  async badArgs(driver) {
    assertFailed(await driver.callTool('get-sum', { a: 'two', b: 3 }), /\ba\b/);
  },

  async unknownTool(driver) {
    assertFailed(await driver.callTool('nothing_of_this_name', {}), /nothing_of_this_name/);
  },

  async progress(driver) {
    const heard = [];
    const onProgress = ({ progress, total }) => void heard.push([progress, total]);
    const result = await driver.callTool(
      'trigger-long-running-operation',
      { duration: 0.06, steps: 3 },
      { onProgress },
    );
    assert.match(goodText(result), /completed/);
    assert.deepEqual(
      heard,
      [1, 2, 3].map((step) => [step, 3]),
    );
  },

  async cancel(driver) {
    // This server's tool runs on; what can be seen is that the call ends at once and the connection goes on.
    const controller = new AbortController();
    const options = { onProgress: () => controller.abort(), signal: controller.signal };
    const call = driver.callTool('trigger-long-running-operation', { duration: 0.6, steps: 30 }, options);
    const error = await rejection(call, 'a cancelled call');
    assert.ok(driver.isCancellation(error), `not an error of cancellation: ${error}`);
    assert.equal(goodText(await driver.callTool('echo', { message: 'still here' })), 'Echo: still here');
  },

  async resources(driver) {
    const resources = await driver.listResources();
    assert.ok(resources.some(({ uri, mimeType }) => uri === document && mimeType === 'text/markdown'));
  },

  async templates(driver) {
    const templates = await driver.listResourceTemplates();
    assert.deepEqual(templates.map(({ uriTemplate }) => uriTemplate).sort(), [
      'demo://resource/dynamic/blob/{resourceId}',
      'demo://resource/dynamic/text/{resourceId}',
    ]);
  },

  async readStatic(driver) {
    const { contents } = await driver.readResource(document);
    assert.equal(contents[0].uri, document);
    assert.ok(contents[0].text.length > 100);
  },

  async readTemplate(driver) {
    const text = await driver.readResource('demo://resource/dynamic/text/7');
    assert.match(text.contents[0].text, /^Resource 7:/);
    const blob = await driver.readResource('demo://resource/dynamic/blob/7');
    assert.match(Buffer.from(blob.contents[0].blob, 'base64').toString(), /^Resource 7:/);
  },

  async readMissing(driver) {
    await rejectsWithCode(
      driver,
      driver.readResource('demo://nowhere'),
      [-32002, -32602],
      'a resource that does not exist',
    );
  },

  async prompts(driver) {
    const names = (await driver.listPrompts()).map(({ name }) => name);
    assert.deepEqual(names.sort(), ['args-prompt', 'completable-prompt', 'resource-prompt', 'simple-prompt']);
  },

  async getPrompt(driver) {
    const { messages } = await driver.getPrompt('args-prompt', { city: 'Bern', state: 'BE' });
    assert.equal(messages[0].content.text, "What's weather in Bern, BE?");
    const embedding = await driver.getPrompt('resource-prompt', { resourceType: 'Text', resourceId: '3' });
    assert.match(embedding.messages[1].content.resource.text, /^Resource 3:/);
  },

  async complete(driver) {
    const ref = { type: 'ref/prompt', name: 'completable-prompt' };
    assert.deepEqual((await driver.complete(ref, { name: 'department', value: 'S' })).values, ['Sales', 'Support']);
    const context = { arguments: { department: 'Sales' } };
    assert.deepEqual((await driver.complete(ref, { name: 'name', value: '' }, context)).values, [
      'David',
      'Eve',
      'Frank',
    ]);
    const template = { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' };
    assert.deepEqual((await driver.complete(template, { name: 'resourceId', value: '4' })).values, ['4']);
  },

  async ping(driver) {
    await driver.ping();
  },

  async logging(driver) {
    await driver.setLogLevel('debug'); // every message of this server is of that level or above
    const before = driver.logs.length;
    await driver.callTool('toggle-simulated-logging', {});
    await until(() => driver.logs.length > before, 'the arrival of a log message');
    assert.match(String(driver.logs[before].data), /message/);
    await driver.callTool('toggle-simulated-logging', {});
  },

  async parallel(driver) {
    await fifty(async (n) => goodText(await driver.callTool('echo', { message: `no. ${n}` })) === `Echo: no. ${n}`);
  },

  async close(driver, row) {
    await closes(driver, row, () => driver.callTool('echo', { message: 'anyone?' }));
  },
};
