import { deepEqual, equal, ok } from 'node:assert/strict';
import { entry } from '../../interop/parley.mjs';
import { checkOrder } from './orders.mjs';
import { until } from './wait.mjs';

const { Client, McpError } = await entry('index');

export const keys = {
  old: 'the key of last month, 32 bytes or more',
  next: 'the key of this month, 32 bytes or more',
  foreign: 'the key of somebody else, 32 bytes or more',
};

/** What operators are told of a state whose key a process does not have. */
const refusal = 'A requestState of "tools/call" was refused: no key here has the id that it names';

/** An order whose rounds are sent by hand, each to the process that is named. */
export class HandOrder {
  item;
  asked;
  #stage;

  constructor(stage, item) {
    this.#stage = stage;
    this.item = item;
  }

  begin(by) {
    return this.#send(by, {});
  }

  /** Answers what was asked last. */
  answer(by) {
    const { inputRequests, requestState } = this.asked;
    const content = { approved: true, street: `${this.item} street` };
    const answers = Object.entries(inputRequests).map(([key, { params }]) => {
      const wanted = Object.keys(params.requestedSchema.properties);
      return [key, { action: 'accept', content: Object.fromEntries(wanted.map((field) => [field, content[field]])) }];
    });
    return this.#send(by, { inputResponses: Object.fromEntries(answers), requestState });
  }

  /** The last answer, which ends the order; checks it. */
  async finish(by) {
    const result = await this.answer(by);
    return checkOrder(this.#stage, this.item, result.structuredContent);
  }

  /** Answers, and expects the frozen error: code, words, no data, and one line for the operators of the process. */
  async refused(by) {
    const replica = this.#stage.replica(by);
    const lines = replica.logged(refusal);
    const error = await this.answer(by).then(
      (result) => new Error(`not refused: ${JSON.stringify(result)}`),
      (reason) => reason,
    );
    ok(error instanceof McpError, error);
    const { code, jsonRpcCode, message, data } = error;
    const expected = { code: 'INVALID_PARAMS', jsonRpcCode: -32602, message: 'Invalid or expired requestState' };
    deepEqual({ code, jsonRpcCode, message }, expected);
    equal(data, undefined);
    await until(`replica ${by} says why`, () => replica.logged(refusal) === lines + 1);
  }

  async #send(by, options) {
    const { proxy, client } = this.#stage;
    proxy.turnTo(by);
    const result = await client.callTool('order', { item: this.item }, { ...options, inputRequired: 'return' });
    this.asked = result.resultType === 'input_required' ? result : undefined;
    return result;
  }
}

/** Takes the first question of an order from a process of its own that has other keys, not through the proxy. */
export async function foreignOrder(stage, item, key) {
  const stranger = await stage.startStranger('C', [key]);
  const client = await Client.connect(`http://127.0.0.1:${stranger.port}/mcp`, {
    mode: 'modern',
    capabilities: { elicitation: { form: {} } },
  });
  const order = new HandOrder(stage, item);
  order.asked = await client.callTool('order', { item }, { inputRequired: 'return' });
  await client.close();
  return order;
}
