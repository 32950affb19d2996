// What the suites say about outcomes.
import assert from 'node:assert/strict';
import { aliveOf } from '../processes.mjs';

/** The error that a promise rejects with. */
export async function rejection(promise, what) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({
    message: `${what} should have been rejected; got ${JSON.stringify(value)?.slice(0, 300)}`,
  });
}

/** Asserts that the server answered with a JSON-RPC error of one of these codes. */
export async function rejectsWithCode(driver, promise, codes, what) {
  const error = await rejection(promise, what);
  const code = driver.codeOf(error);
  assert.ok(codes.includes(code), `${what}: expected error ${codes.join(' or ')}; got ${code} (${error})`);
}

/** The text of the first block. */
export function textOf(result) {
  assert.equal(result.content[0]?.type, 'text', `expected text; got ${JSON.stringify(result).slice(0, 300)}`);
  return result.content[0].text;
}

/** The text of a result that is no failure. */
export function goodText(result) {
  assert.ok(!result.isError, `the tool failed: ${JSON.stringify(result.content).slice(0, 300)}`);
  return textOf(result);
}

export function assertFailed(result, pattern) {
  assert.equal(result.isError, true, `expected isError; got ${JSON.stringify(result).slice(0, 300)}`);
  assert.match(textOf(result), pattern);
}

/** Waits until `test` holds, or three seconds have passed. */
export async function until(test, what) {
  const end = Date.now() + 3_000;
  while (!(await test())) {
    if (Date.now() > end) throw new assert.AssertionError({ message: `${what} did not happen within 3 s` });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function assertPicture(block) {
  assert.equal(block?.type, 'image');
  assert.equal(block.mimeType, 'image/png');
  assert.equal(Buffer.from(block.data, 'base64').subarray(1, 4).toString('latin1'), 'PNG');
}

export function assertSchemas(tools) {
  for (const { name, inputSchema } of tools) assert.equal(inputSchema?.type, 'object', `inputSchema of ${name}`);
}

/** Fifty calls at once; `call(n)` resolves to whether answer `n` is the right one. */
export async function fifty(call) {
  const right = await Promise.all(Array.from({ length: 50 }, (_, n) => call(n)));
  assert.ok(right.every(Boolean), `answers went astray: ${right.map(Number).join('')}`);
}

/** The last check of every row. */
export async function closes(driver, { folder, transport }, probe) {
  if (transport === 'stdio') assert.ok(aliveOf(folder).length > 0, 'no server process was seen');
  await driver.close();
  await driver.close();
  await rejection(probe(), 'a call after close()');
  await until(() => aliveOf(folder).length === 0, 'the end of the child process');
}
