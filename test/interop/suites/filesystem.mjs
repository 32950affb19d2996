// The checks for the published server-filesystem, which is given a folder of its own.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pixel } from '../fixtures/contract.mjs';
import { assertFailed, assertPicture, assertSchemas, closes, fifty, goodText } from './expect.mjs';

export const checks = {
  connect(driver, row) {
    assert.equal(driver.protocolVersion, row.revision);
    assert.equal(driver.serverName, 'secure-filesystem-server');
  },

  async listTools(driver) {
    const tools = await driver.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of ['read_text_file', 'write_file', 'list_directory']) assert.ok(names.includes(name), name);
    assertSchemas(tools);
  },

  async text(driver, { folder }) {
    const path = join(folder, 'letter.txt');
    goodText(await driver.callTool('write_file', { path, content: 'Liebe Grüße,\n日本' }));
    assert.equal(await readFile(path, 'utf8'), 'Liebe Grüße,\n日本');
    assert.equal(goodText(await driver.callTool('read_text_file', { path })), 'Liebe Grüße,\n日本');
  },

  async structured(driver, { folder }) {
    await writeFile(join(folder, 'seen.txt'), 'seen');
    const result = await driver.callTool('list_directory', { path: folder });
    assert.match(result.structuredContent.content, /\[FILE\] seen\.txt/);
    assert.equal(goodText(result), result.structuredContent.content);
  },

  async image(driver, { folder }) {
    const path = join(folder, 'pixel.png');
    await writeFile(path, Buffer.from(pixel, 'base64'));
    const { content } = await driver.callTool('read_media_file', { path });
    assertPicture(content[0]);
    assert.equal(content[0].data, pixel);
  },

  async toolError(driver) {
    assertFailed(await driver.callTool('read_text_file', { path: '/etc/hostname' }), /denied/i);
  },

  async badArgs(driver) {
    assertFailed(await driver.callTool('read_text_file', { path: 7 }), /path/);
  },

  async unknownTool(driver) {
    assertFailed(await driver.callTool('nothing_of_this_name', {}), /nothing_of_this_name/);
  },

  async ping(driver) {
    await driver.ping();
  },

  async parallel(driver, { folder }) {
    await fifty(async (n) => {
      const path = join(folder, `file-${n}.txt`);
      goodText(await driver.callTool('write_file', { path, content: `content ${n}` }));
      return goodText(await driver.callTool('read_text_file', { path })) === `content ${n}`;
    });
  },

  async close(driver, row) {
    await closes(driver, row, () => driver.callTool('list_allowed_directories', {}));
  },
};
