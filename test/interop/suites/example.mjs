// The checks for this repository's own examples/everything, which is served over HTTP only.
import assert from 'node:assert/strict';
import {
  assertFailed,
  assertPicture,
  assertSchemas,
  closes,
  fifty,
  goodText,
  rejectsWithCode,
  until,
} from './expect.mjs';

const invalidParams = -32602;

export const checks = {
  connect(driver, row) {
    assert.equal(driver.protocolVersion, row.revision);
    assert.equal(driver.serverName, 'everything');
  },

  async listTools(driver) {
    const tools = await driver.listTools();
    assertSchemas(tools);
    const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    assert.equal(inputSchema.$defs.address.$anchor, 'addressDef');
    assert.deepEqual(inputSchema.else, { required: ['email'] });
  },

  async text(driver) {
    assert.match(goodText(await driver.callTool('test_simple_text', {})), /simple text/);
  },

  async image(driver) {
    assertPicture((await driver.callTool('test_image_content', {})).content[0]);
    const mixed = await driver.callTool('test_multiple_content_types', {});
    assert.deepEqual(
      mixed.content.map(({ type }) => type),
      ['text', 'image', 'resource'],
    );
  },

  async toolError(driver) {
    assertFailed(await driver.callTool('test_error_handling', {}), /intentionally/);
  },

  async badArgs(driver) {
    assertFailed(await driver.callTool('json_schema_2020_12_tool', { contactMethod: 'phone' }), /phone/);
  },

  async unknownTool(driver) {
    await rejectsWithCode(driver, driver.callTool('nothing_of_this_name', {}), [invalidParams], 'an unknown tool');
  },

  async headerArg(driver) {
    const result = await driver.callTool('test_x_mcp_header', { region: 'Zürich', level: 3 });
    assert.equal(goodText(result), 'Region Zürich, level 3.');
  },

  async progress(driver) {
    const heard = [];
    const onProgress = ({ progress, total }) => void heard.push([progress, total]);
    goodText(await driver.callTool('test_tool_with_progress', {}, { onProgress }));
    // The last one leaves together with the result, and clients of the official SDK may drop it then.
    assert.deepEqual(heard.slice(0, 2), [
      [0, 100],
      [50, 100],
    ]);
  },

  async resources(driver) {
    const uris = (await driver.listResources()).map(({ uri }) => uri);
    assert.deepEqual(uris.sort(), ['test://static-binary', 'test://static-text', 'test://watched-resource']);
  },

  async templates(driver) {
    const [template] = await driver.listResourceTemplates();
    assert.equal(template.uriTemplate, 'test://template/{id}/data');
  },

  async readStatic(driver) {
    const text = await driver.readResource('test://static-text');
    assert.match(text.contents[0].text, /static text resource/);
    const binary = await driver.readResource('test://static-binary');
    assert.equal(binary.contents[0].mimeType, 'image/png');
  },

  async readTemplate(driver) {
    const { contents } = await driver.readResource('test://template/123/data');
    assert.equal(JSON.parse(contents[0].text).id, '123');
  },

  async readMissing(driver, row) {
    await rejectsWithCode(driver, driver.readResource('test://nowhere'), [row.notFound], 'a missing resource');
  },

  async prompts(driver) {
    const names = (await driver.listPrompts()).map(({ name }) => name);
    for (const name of ['test_simple_prompt', 'test_prompt_with_arguments']) assert.ok(names.includes(name), name);
  },

  async getPrompt(driver) {
    const { messages } = await driver.getPrompt('test_prompt_with_arguments', { arg1: 'one', arg2: 'two' });
    assert.match(messages[0].content.text, /one.*two/);
    const image = await driver.getPrompt('test_prompt_with_image', {});
    assertPicture(image.messages[0].content);
  },

  async complete(driver) {
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    assert.deepEqual((await driver.complete(ref, { name: 'arg1', value: 'test' })).values, ['test1', 'test2']);
  },

  async ping(driver) {
    await driver.ping();
  },

  async logging(driver) {
    await driver.setLogLevel('info');
    await driver.callTool('test_tool_with_logging', {});
    await until(() => driver.logs.length === 3, 'the arrival of three log messages');
    await driver.setLogLevel('error');
    await driver.callTool('test_tool_with_logging', {});
    assert.equal(driver.logs.length, 3);
  },

  async parallel(driver) {
    await fifty(async (n) =>
      goodText(await driver.callTool('test_x_mcp_header', { level: n })).endsWith(`level ${n}.`),
    );
  },

  async close(driver, row) {
    await closes(driver, row, () => driver.callTool('test_simple_text', {}));
  },
};
