import { expect, test } from 'vitest';
import { defaultReconnection } from '../http-client-options.js';
import { Pauses } from './client-stream.js';

test('a server may ask for no pause once; until a message comes the pauses grow all the same', () => {
  const pauses = new Pauses(defaultReconnection);
  pauses.ask(0);
  const next = () => {
    pauses.opened();
    return pauses.next();
  };
  expect([next(), next(), next(), next()]).toEqual([0, 150, 225, 337.5]);
  for (let count = 0; count < 30; count++) next();
  expect(next()).toBe(30_000);
  pauses.traffic();
  expect([next(), next()]).toEqual([0, 150]);
});

test('a longer pause than any of the own ones is kept as it was asked for', () => {
  const pauses = new Pauses({ initialDelayMs: 1, maxDelayMs: 4, growth: 2, maxRetries: 3 });
  expect([pauses.next(), pauses.next(), pauses.next(), pauses.next()]).toEqual([1, 2, 4, 4]);
  pauses.ask(60_000);
  expect(pauses.next()).toBe(60_000);
});
