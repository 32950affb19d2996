// The checks for the fixture servers, whose contract is in fixtures/contract.mjs.
import assert from 'node:assert/strict';
import * as fixture from '../fixtures/contract.mjs';
import {
  assertFailed,
  assertPicture,
  assertSchemas,
  closes,
  fifty,
  goodText,
  rejection,
  rejectsWithCode,
  textOf,
  until,
} from './expect.mjs';

const invalidParams = -32602;

export const checks = {
  connect(driver, row) {
    assert.equal(driver.protocolVersion, row.revision);
    assert.equal(driver.serverName, fixture.info.name);
    assert.equal(driver.instructions, fixture.instructions);
  },

  async listTools(driver) {
    const tools = await driver.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(fixture.tools).sort());
    assertSchemas(tools);
    const forecast = tools.find(({ name }) => name === 'forecast');
    assert.equal(forecast.outputSchema?.properties?.celsius?.type, 'number');
  },

  async text(driver) {
    assert.equal(goodText(await driver.callTool('add', { a: 2, b: 3.5 })), '5.5');
  },

  async structured(driver) {
    const result = await driver.callTool('forecast', { city: 'Zürich' });
    assert.deepEqual(result.structuredContent, fixture.forecastOf('Zürich'));
    assert.deepEqual(JSON.parse(goodText(result)), fixture.forecastOf('Zürich'));
  },

  async image(driver) {
    const { content } = await driver.callTool('pixel', {});
    assertPicture(content[0]);
    assert.equal(content[0].data, fixture.pixel);
  },

  async toolError(driver) {
    const result = await driver.callTool('refuse', {});
    assertFailed(result, /refuses/);
    assert.equal(textOf(result), fixture.refusal);
  },

  async badArgs(driver) {
    assertFailed(await driver.callTool('add', { a: 'two', b: 3 }), /\ba\b/);
  },

  async unknownTool(driver, row) {
    const call = driver.callTool('nothing_of_this_name', {});
    if (row.unknownTool === 'isError') assertFailed(await call, /nothing_of_this_name/);
    else await rejectsWithCode(driver, call, [invalidParams], 'an unknown tool');
  },

  async headerArg(driver) {
    await driver.listTools(); // says which arguments do
    for (const region of ['eu-west', ' Zürich, 日本 ', '']) {
      assert.equal(goodText(await driver.callTool('route', { region })), `to ${region}`);
    }
  },

  async progress(driver, { pauseMs }) {
    const heard = [];
    const onProgress = (progress) => void heard.push(progress);
    const result = await driver.callTool('count', { to: 3, pauseMs }, { onProgress });
    assert.equal(goodText(result), 'counted to 3');
    const expected = [1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` }));
    assert.deepEqual(
      heard.map(({ progress, total, message }) => ({ progress, total, message })),
      expected,
    );
  },

  async cancel(driver) {
    const count = async () => Number(goodText(await driver.callTool('aborted', {})));
    const before = await count();
    const controller = new AbortController();
    const call = driver.callTool('wait', {}, { onProgress: () => controller.abort(), signal: controller.signal });
    const error = await rejection(call, 'a cancelled call');
    assert.ok(driver.isCancellation(error), `not an error of cancellation: ${error}`);
    await until(async () => (await count()) === before + 1, 'the abort of the handler');
  },

  async resources(driver) {
    const resources = await driver.listResources();
    assert.deepEqual(
      resources.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
      [{ uri: fixture.greeting.uri, name: 'greeting', mimeType: 'text/plain' }],
    );
  },

  async templates(driver) {
    const templates = await driver.listResourceTemplates();
    assert.deepEqual(
      templates.map(({ uriTemplate, name }) => ({ uriTemplate, name })),
      [{ uriTemplate: fixture.noteTemplate, name: 'note' }],
    );
  },

  async readStatic(driver) {
    const { contents } = await driver.readResource(fixture.greeting.uri);
    assert.deepEqual(
      contents.map(({ uri, mimeType, text }) => ({ uri, mimeType, text })),
      [fixture.greeting],
    );
  },

  async readTemplate(driver) {
    const { contents } = await driver.readResource('fixture://notes/12');
    assert.equal(contents[0].uri, 'fixture://notes/12');
    assert.equal(contents[0].text, fixture.noteText('12'));
  },

  async readMissing(driver, row) {
    await rejectsWithCode(
      driver,
      driver.readResource('fixture://nowhere'),
      [row.notFound],
      'a resource that does not exist',
    );
  },

  async prompts(driver) {
    const [prompt] = await driver.listPrompts();
    assert.equal(prompt.name, 'greet');
    assert.deepEqual(
      prompt.arguments.map(({ name, required }) => [name, required === true]),
      [
        ['name', true],
        ['tone', false],
      ],
    );
  },

  async getPrompt(driver) {
    const { messages } = await driver.getPrompt('greet', { name: 'Ada', tone: 'warm' });
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Greet Ada in a warm tone.' } }]);
    await rejectsWithCode(driver, driver.getPrompt('no_such_prompt', {}), [invalidParams], 'an unknown prompt');
  },

  async complete(driver) {
    const ofPrompt = await driver.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'name', value: 'A' });
    assert.deepEqual(ofPrompt.values, ['Ada', 'Alan']);
    const ref = { type: 'ref/resource', uri: fixture.noteTemplate };
    assert.deepEqual((await driver.complete(ref, { name: 'id', value: '1' })).values, ['1', '12']);
  },

  async ping(driver) {
    await driver.ping();
  },

  async logging(driver) {
    const hear = (level) => driver.callTool('speak', { level, message: `a ${level} message` });
    await driver.setLogLevel('info');
    await hear('debug');
    await hear('warning');
    await until(() => driver.logs.length > 0, 'the arrival of a log message');
    await driver.setLogLevel('error');
    await hear('warning');
    await hear('error');
    await until(() => driver.logs.length > 1, 'the arrival of a second log message');
    const heard = driver.logs.map(({ level, data, logger }) => ({ level, data, logger }));
    const expected = ['warning', 'error'].map((level) => ({ level, data: `a ${level} message`, logger: 'fixture' }));
    assert.deepEqual(heard, expected);
  },

  async listChanged(driver) {
    const stop = await driver.listen(fixture.greeting.uri);
    const grow = async (expected) => {
      const before = driver.listChanges.length;
      assert.equal(goodText(await driver.callTool('grow', {})), expected);
      await until(() => driver.listChanges.length > before, 'the news that the list changed');
      return (await driver.listTools()).some(({ name }) => name === 'grown');
    };
    assert.equal(await grow('here'), true);
    assert.equal(goodText(await driver.callTool('grown', {})), 'fresh');
    assert.equal(await grow('gone'), false);
    await stop();
  },

  async watch(driver) {
    const stop = await driver.listen(fixture.greeting.uri);
    goodText(await driver.callTool('touch', {}));
    await until(() => driver.updates.length > 0, 'the news that the resource changed');
    assert.deepEqual(driver.updates, [fixture.greeting.uri]);
    await stop();
  },

  async elicit(driver) {
    assert.deepEqual(JSON.parse(goodText(await driver.callTool('ask', {}))), fixture.answer);
  },

  async sample(driver) {
    const { role, content, model } = JSON.parse(goodText(await driver.callTool('think', {})));
    assert.deepEqual({ role, content, model }, fixture.reply);
  },

  async roots(driver) {
    assert.deepEqual(JSON.parse(goodText(await driver.callTool('locate', {}))), fixture.roots);
  },

  async parallel(driver) {
    await fifty(async (n) => goodText(await driver.callTool('add', { a: n, b: 1000 })) === String(n + 1000));
  },

  async close(driver, row) {
    await closes(driver, row, () => driver.callTool('add', { a: 1, b: 1 }));
  },
};
