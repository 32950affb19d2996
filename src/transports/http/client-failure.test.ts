import { expect, test } from 'vitest';
import { isAbort, reasonOf } from './client-failure.js';

const coded = (message: string, fields: object, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), fields);

test('The reason that fetch hides in the cause is found', () => {
  const inner = coded('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(reasonOf(new TypeError('fetch failed', { cause: inner }))).toEqual({
    text: 'connect ECONNREFUSED 127.0.0.1:1',
    code: 'ECONNREFUSED',
    unsent: true,
  });
});

test('The first of several attempts gives the reason', () => {
  const attempts = [coded('connect ECONNREFUSED ::1:1', { code: 'ECONNREFUSED' }), coded('other', {})];
  expect(reasonOf(new AggregateError(attempts)).text).toBe('connect ECONNREFUSED ::1:1');
});

test('A broken connection counts as sent, a failed look-up or connect does not', () => {
  expect(reasonOf(coded('socket hang up', { code: 'ECONNRESET' })).unsent).toBe(false);
  expect(reasonOf(coded('read ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'read' })).unsent).toBe(false);
  expect(reasonOf(coded('connect ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'connect' })).unsent).toBe(true);
  expect(reasonOf(coded('getaddrinfo EAI_AGAIN x', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })).unsent).toBe(true);
});

test('Things that are no errors, and causes in a circle, give a reason too', () => {
  const circle = coded('round', {});
  Object.assign(circle, { cause: circle });
  expect(reasonOf(circle).text).toBe('round');
  expect(reasonOf('plain').text).toBe('plain');
  expect(reasonOf(undefined).text).toBe('unknown reason');
  expect(reasonOf(null).text).toBe('null');
});

test('An AbortError is told from other errors', () => {
  expect(isAbort(new DOMException('stop', 'AbortError'))).toBe(true);
  expect(isAbort(new Error('AbortError'))).toBe(false);
  expect(isAbort(undefined)).toBe(false);
});
