import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, TextOutlet } from '../../src/exchange/index.js';
import { classify } from '../../src/jsonrpc/index.js';
import { openStream } from '../../src/server/index.js';
import { faultOf } from './answers.js';
import { badText, goodLegacy, goodModern, type Json, opening } from './bad-input.js';
import { fuzzedServer } from './server.js';

async function connection(...first: readonly Json[]) {
  const written: string[] = [];
  const textOf = (frame: Frame) =>
    typeof frame === 'string' ? frame : frame.head + new TextDecoder().decode(frame.tail);
  const sink = { closed: false, write: (frame: Frame) => void written.push(textOf(frame)) };
  const stream = await openStream(fuzzedServer(), new TextOutlet(sink));
  /** Sends a line, waits for the answers it is due (the first may wait for what is loaded when first used), and for any too many. */
  const send = async (text: string): Promise<unknown[]> => {
    written.length = 0;
    stream.receiveText(text);
    for (let tries = 0; tries < 1000 && answersIn(written).length < due(text); tries++) await sleep(tries < 20 ? 0 : 2);
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    return answersIn(written);
  };
  for (const message of first) await send(JSON.stringify(message));
  return { send, close: () => stream.close() };
}

/** How many answers a text is due: none to notifications, answers, and what a batch may hold. */
function due(text: string): number {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return 1;
  }
  const kind = classify(message);
  return kind === 'notification' || kind === 'response' ? 0 : 1;
}

const initialized: Json = { jsonrpc: '2.0', method: 'notifications/initialized' };
const states: { name: string; first: readonly Json[]; good: Json }[] = [
  { name: 'has not been opened', first: [], good: goodModern },
  { name: 'is modern', first: [goodModern], good: goodModern },
  { name: 'is legacy', first: [opening, initialized], good: goodLegacy },
];

test.each(states)(
  'a stream that $name gives every bad line one well-formed answer, and works on',
  async ({ first, good }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(badText, { minLength: 1, maxLength: 5 }), async (lines) => {
        const { send, close } = await connection(...first);
        for (const line of lines) {
          const answers = await send(line);
          expect(answers.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
          expect(answers).toHaveLength(due(line));
        }
        const [answer] = await send(JSON.stringify(good));
        const opened = lines.some((line) => line.includes('initialize')) && good === goodModern; // a line may have opened it for the other era
        if (!opened) expect(answer).toMatchObject({ id: 'good', result: { tools: [{ name: 'greet' }] } });
        await close();
      }),
      { numRuns: 150 },
    );
  },
);

test.each(states)(
  'a stream that $name answers an opening for any version, and a next round of any target',
  async ({ first, good }) => {
    for (const odd of [{ toString: 1 }, { toString: null, valueOf: [] }, null, 5, [['x']], true, '']) {
      const { send, close } = await connection(...first);
      const meta = (good.params as Json | undefined)?._meta;
      const call = { name: odd, uri: odd, arguments: odd, requestState: odd, inputResponses: odd, _meta: meta };
      for (const [method, params] of [
        ['tools/call', call],
        ['resources/read', call],
        ['prompts/get', call],
        ['initialize', { protocolVersion: odd, capabilities: {}, clientInfo: { name: 'odd', version: '1' } }],
      ] as const) {
        const answers = await send(JSON.stringify({ jsonrpc: '2.0', id: 'odd', method, params }));
        expect(answers.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
        expect(answers).toHaveLength(1);
      }
      await close();
    }
  },
);

/** What was written, without notifications. */
const answersIn = (lines: readonly string[]): unknown[] =>
  lines.map((line) => JSON.parse(line)).filter((message) => !('method' in message) || 'id' in message);
