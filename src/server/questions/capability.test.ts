import { expect, test } from 'vitest';
import type { Peer } from '../../exchange/index.js';
import { type ClientCapabilities, createMessage, elicit, type JsonObject, listRoots } from '../../types/index.js';
import { requireCapability } from './capability.js';
import type { Question } from './question.js';

const form = (scope = ''): Question => ({ method: elicit, params: { message: 'm' }, scope, title: 'm' });
const page: Question = { method: elicit, params: { mode: 'url' }, scope: '', title: 'm' };
const model = (params: JsonObject = {}): Question => ({ method: createMessage, params, scope: '', title: 'm' });
const roots: Question = { method: listRoots, params: undefined, scope: '', title: 'm' };

function refusal(clientCapabilities: ClientCapabilities, question: Question): unknown {
  try {
    requireCapability({ clientCapabilities } as Peer, question);
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each<[ClientCapabilities, Question]>([
  [{ elicitation: {} }, form()],
  [{ elicitation: { form: {} } }, form()],
  [{ elicitation: { form: {}, url: {} } }, page],
  [{ elicitation: { url: {} } }, page],
  [{ sampling: {} }, model()],
  [{ sampling: { tools: {} } }, model({ tools: [] })],
  [{ roots: {} }, roots],
])('a client that declared %j can be asked', (declared, question) => {
  expect(refusal(declared, question)).toBeUndefined();
});

test.each<[ClientCapabilities, Question, ClientCapabilities, RegExp]>([
  [{}, form(), { elicitation: { form: {} } }, /^Elicitation not supported: .* the form elicitation capability$/],
  [{ elicitation: { url: {} } }, form('gift'), { elicitation: { form: {} } }, /required by resolver 'gift'$/],
  [
    { elicitation: {} },
    page,
    { elicitation: { url: {} } },
    /^Elicitation not supported: .* url elicitation capability$/,
  ],
  [{}, model(), { sampling: {} }, /^Sampling not supported: .* the sampling capability$/],
  [{}, model({ tools: [] }), { sampling: { tools: {} } }, /the sampling\.tools capability$/],
  [{ sampling: {} }, model({ toolChoice: {} }), { sampling: { tools: {} } }, /the sampling\.tools capability$/],
  [{ sampling: {} }, roots, { roots: {} }, /^Roots not supported: .* the roots capability$/],
])('one that declared %j cannot be asked %#', (declared, question, requiredCapabilities, message) => {
  expect(refusal(declared, question)).toMatchObject({
    code: 'MISSING_CLIENT_CAPABILITY',
    jsonRpcCode: -32021,
    message: expect.stringMatching(message),
    data: { requiredCapabilities },
  });
});
