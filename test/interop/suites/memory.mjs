// The checks for the published server-memory, which is given a file of its own.
import assert from 'node:assert/strict';
import { assertFailed, assertSchemas, closes, fifty, goodText } from './expect.mjs';

const ada = { name: 'Ada', entityType: 'person', observations: ['wrote the first program'] };

export const checks = {
  connect(driver, row) {
    assert.equal(driver.protocolVersion, row.revision);
    assert.equal(driver.serverName, 'memory-server');
  },

  async listTools(driver) {
    const tools = await driver.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of ['create_entities', 'read_graph', 'search_nodes']) assert.ok(names.includes(name), name);
    assertSchemas(tools);
  },

  async text(driver) {
    const created = goodText(await driver.callTool('create_entities', { entities: [ada] }));
    assert.deepEqual(JSON.parse(created), [ada]);
  },

  async structured(driver) {
    const result = await driver.callTool('read_graph', {});
    assert.deepEqual(result.structuredContent.entities, [ada]);
    assert.deepEqual(JSON.parse(goodText(result)), result.structuredContent);
  },

  async toolError(driver) {
    const observations = [{ entityName: 'Nobody', contents: ['is not there'] }];
    assertFailed(await driver.callTool('add_observations', { observations }), /Nobody/);
  },

  async badArgs(driver) {
    assertFailed(await driver.callTool('search_nodes', { query: 7 }), /query/);
  },

  async unknownTool(driver) {
    assertFailed(await driver.callTool('nothing_of_this_name', {}), /nothing_of_this_name/);
  },

  async ping(driver) {
    await driver.ping();
  },

  async parallel(driver) {
    await fifty(async () => /first program/.test(goodText(await driver.callTool('search_nodes', { query: 'Ada' }))));
  },

  async close(driver, row) {
    await closes(driver, row, () => driver.callTool('read_graph', {}));
  },
};
