// What this SDK's client tries against the Python server: a check for each column of the matrix.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { entry } from '../interop/parley.mjs';

const { Client, McpError } = await entry('index');
const contract = JSON.parse(readFileSync(new URL('fixtures/contract.json', import.meta.url), 'utf8'));
const { greeting, otherUri, questions, root } = contract;
const survey = `${contract.name} | Re: ${questions.think} | ${root.uri}`;

function answerTo({ mode, message, url, requestedSchema }) {
  if (message.startsWith('Decline')) return { action: 'decline' };
  if (message.startsWith('Cancel')) return { action: 'cancel' };
  if (mode === 'url') return { action: url === contract.page.url ? 'accept' : 'cancel' };
  const known = { name: contract.name, confirm: true, copies: /"(.*)"/.exec(message)?.[1].length ?? 0 };
  const fields = Object.keys(requestedSchema.properties);
  return { action: 'accept', content: Object.fromEntries(fields.map((field) => [field, known[field]])) };
}

/** Connects a client that answers all questions; `quiet` gives one that answers none. */
export async function connect(plan) {
  const run = { plan, modern: plan.era === 'modern', asked: [], logs: [], client: undefined, quiet: undefined };
  const warn = (message) => void plan.warnings.push(message);
  const logger = { debug() {}, info() {}, warn, error: warn };
  const target = plan.url ?? { command: plan.command, args: plan.args, env: plan.env, stderr: 'pipe' };
  const options = { mode: plan.mode, logger, logLevel: 'info' };
  run.quiet = () => Client.connect(target, { mode: plan.mode, logger });
  run.client = await Client.connect(target, {
    ...options,
    onElicit: (request) => {
      run.asked.push(request.message);
      return answerTo(request);
    },
    onSample: ({ messages }) => {
      const { text } = messages.at(-1).content;
      return { role: 'assistant', content: { type: 'text', text: `Re: ${text}` }, model: contract.model };
    },
    onListRoots: () => [root],
  });
  run.client.on('log', (log) => void run.logs.push(log));
  run.client.on('problem', (error) => warn(error.message));
  return run;
}

function textOf(result) {
  const [block] = result.content;
  assert.ok(result.isError !== true, `the tool failed: ${block?.text}`);
  return block.text;
}
const call = async (run, tool, args) => textOf(await run.client.callTool(tool, args));

async function failure(promise) {
  const result = await promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  assert.ok(McpError.is(result.error), `an McpError was expected; received ${JSON.stringify(result)}`);
  return result.error;
}

async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const hasGrown = async ({ client }) => (await client.listTools()).tools.some(({ name }) => name === 'grown');

/** A legacy Python server tells of its lists although it does not declare that it does. */
async function listsOnTheConnection(run) {
  const changes = await run.client.listen({ toolsListChanged: true });
  assert.deepEqual(changes.acknowledged, {});
  await changes.close();
  let heard = 0;
  const forget = run.client.on('toolListChanged', () => void heard++);
  for (const [times, grown] of [true, false].entries()) {
    await call(run, 'grow');
    await until(() => heard > times);
    assert.equal(await hasGrown(run), grown);
  }
  forget();
}

export const checks = {
  async connect({ client, plan }) {
    assert.equal(client.protocolVersion, plan.revision);
    if (plan.mode !== '2026-07-28') {
      const { name, version } = client.serverInfo;
      assert.deepEqual({ name, version }, contract.info);
    }
    await client.listTools();
  },
  async calls(run) {
    assert.equal(await call(run, 'add', { a: 2, b: 3 }), '5');
    const forecast = await run.client.callTool('forecast', { city: 'Bergen' });
    assert.deepEqual(forecast.structuredContent, { city: 'Bergen', celsius: 21.5, dry: true });
    const refused = await run.client.callTool('refuse');
    assert.equal(refused.isError, true);
    assert.match(refused.content[0].text, /refuses, as it should/);
  },
  async reads({ client }) {
    const textAt = async (uri) => (await client.readResource(uri)).contents[0].text;
    assert.equal(await textAt(greeting.uri), greeting.text);
    assert.equal(await textAt('fixture://notes/7'), 'Note number 7.');
    const prompt = await client.getPrompt('greet', { name: 'Ada' });
    assert.equal(prompt.messages[0].content.text, 'Greet Ada.');
    const ref = { type: 'ref/prompt', name: 'greet' };
    assert.deepEqual((await client.complete(ref, { name: 'name', value: 'A' })).completion.values, ['Ada', 'Alan']);
  },
  async progress({ client }) {
    const steps = [];
    const onProgress = (...step) => void steps.push(step);
    assert.equal(textOf(await client.callTool('count', { to: 3 }, { onProgress })), 'counted to 3');
    assert.deepEqual(
      steps,
      [1, 2, 3].map((step) => [step, 3, `step ${step}`]),
    );
  },
  async logging(run) {
    run.logs.length = 0;
    await call(run, 'speak', { level: 'warning', message: 'heard' });
    await until(() => run.logs.length > 0);
    assert.deepEqual(
      run.logs.map(({ level, data }) => [level, data]),
      [['warning', 'heard']],
    );
  },
  async cancel(run) {
    const giveUp = new AbortController();
    const onProgress = () => giveUp.abort();
    const error = await failure(run.client.callTool('wait', {}, { signal: giveUp.signal, onProgress }));
    assert.equal(error.code, 'REQUEST_CANCELLED');
    await until(async () => (await call(run, 'aborted')) !== '0');
  },
  async elicit(run) {
    assert.equal(await call(run, 'order', { title: 'Dune' }), 'Dune x4');
  },
  async sample(run) {
    assert.equal(await call(run, 'haiku', { topic: 'rain' }), `${contract.model}: Re: A haiku about rain`);
  },
  async roots(run) {
    assert.equal(await call(run, 'places'), root.uri);
  },
  async batch(run) {
    assert.equal(await call(run, 'survey'), survey);
    if (!run.modern) return;
    const first = await run.client.callTool('survey', {}, { inputRequired: 'return' });
    const methods = Object.values(first.inputRequests).map(({ method }) => method);
    assert.deepEqual(methods.sort(), ['elicitation/create', 'roots/list', 'sampling/createMessage']);
  },
  async chain(run) {
    run.asked.length = 0;
    assert.equal(await call(run, 'chain'), `${contract.name}: 4`);
    assert.deepEqual(run.asked, [questions.who, 'Ada, how many of "Emma"?']);
  },
  async outcomes(run) {
    const perhaps = (question) => call(run, 'perhaps', { question });
    assert.equal(await perhaps(questions.decline), 'decline');
    assert.equal(await perhaps(questions.cancel), 'cancel');
    assert.equal(await perhaps(questions.who), 'accept Ada');
  },
  async declined({ client }) {
    const result = await client.callTool('must', { question: questions.decline });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /decline/);
  },
  async together(run) {
    const titles = ['A', 'BB', 'CCC', 'DDDD', 'EEEEE'];
    const received = await Promise.all(titles.map((title) => call(run, 'order', { title })));
    assert.deepEqual(
      received,
      titles.map((title) => `${title} x${title.length}`),
    );
  },
  async body(run) {
    assert.equal(await call(run, 'ask'), 'accept Ada');
    assert.equal(await call(run, 'think'), `Re: ${questions.think}`);
    assert.equal(await call(run, 'locate'), root.uri);
  },
  async page(run) {
    assert.equal(await call(run, 'page'), 'accept');
  },
  async manual(run) {
    assert.equal(await call(run, 'interview'), `${contract.state}: ${survey}`);
  },
  async manualPrompt({ client }) {
    assert.equal((await client.getPrompt('interview')).messages[0].content.text, 'Ada');
  },
  async manualResource({ client }) {
    assert.equal((await client.readResource('fixture://secret/7')).contents[0].text, 'Secret 7 for Ada.');
  },
  async undeclared(run) {
    const quiet = await run.quiet();
    try {
      const error = await failure(quiet.callTool('order', { title: 'Dune' }));
      assert.equal(error.jsonRpcCode, -32021);
      assert.ok('elicitation' in error.data.requiredCapabilities);
      assert.equal(textOf(await quiet.callTool('add', { a: 2, b: 3 })), '5');
    } finally {
      await quiet.close();
    }
  },
  async forged({ client }) {
    const { requestState } = await client.callTool('interview', {}, { inputRequired: 'return' });
    const changed = requestState.replace(/.(?=.{5}$)/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of [changed, contract.state]) {
      const error = await failure(client.callTool('interview', {}, { requestState: wrong }));
      assert.equal(error.jsonRpcCode, -32602);
    }
    assert.equal((await failure(client.callTool('order', { title: 'Dune' }, { requestState }))).jsonRpcCode, -32602);
  },
  async listenResource(run) {
    const { uri } = greeting;
    const changes = await run.client.listen({ resourceSubscriptions: [uri] });
    assert.deepEqual(changes.acknowledged.resourceSubscriptions, [uri]);
    const heard = changes[Symbol.asyncIterator]();
    for (let time = 0; time < 2; time++) {
      await call(run, 'publish', { uri: otherUri });
      await call(run, 'publish', { uri });
      assert.deepEqual((await heard.next()).value, { type: 'resourceUpdated', uri });
    }
    await changes.close();
    assert.equal((await heard.next()).done, true);
    await call(run, 'publish', { uri });
  },
  async listenLists(run) {
    if (!run.modern) return listsOnTheConnection(run);
    const changes = await run.client.listen({ toolsListChanged: true, promptsListChanged: true });
    assert.deepEqual(changes.acknowledged, { toolsListChanged: true, promptsListChanged: true });
    const heard = changes[Symbol.asyncIterator]();
    for (const grown of [true, false]) {
      await call(run, 'grow');
      assert.deepEqual((await heard.next()).value, { type: 'toolsListChanged' });
      assert.equal(await hasGrown(run), grown);
    }
    await changes.close();
  },
  async listenTwo(run) {
    const next = async (iterator) => (await iterator.next()).value.uri;
    const first = await run.client.listen({ resourceSubscriptions: [greeting.uri] });
    const second = await run.client.listen({ resourceSubscriptions: [otherUri] });
    const [one, two] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()];
    await call(run, 'publish', { uri: otherUri });
    assert.equal(await next(two), otherUri);
    await call(run, 'publish', { uri: greeting.uri });
    assert.equal(await next(one), greeting.uri);
    await second.close();
    await call(run, 'publish', { uri: greeting.uri });
    assert.equal(await next(one), greeting.uri);
    await first.close();
  },
  async close({ client }) {
    await client.close();
  },
};
