import { equal, ok } from 'node:assert/strict';
import { order, ordersAtOnce, ordersInTurn } from './orders.mjs';
import { foreignOrder, HandOrder, keys } from './rotation.mjs';
import { Stage } from './stage.mjs';
import { Streams } from './streams.mjs';

/** Everything that is tried with one broker and one client library for it. */
export async function play({ way, start }, tally) {
  const stage = new Stage(way, await start());
  const check = (title, run) => tally.check(`${way}: ${title}`, run);
  try {
    if (!(await check('two processes open behind the proxy', () => stage.open([keys.old])))) return;
    await together(stage, check);
    await rotate(stage, check);
    await check('both processes end by themselves when asked to', async () => {
      await stage.client.close();
      for (const replica of stage.replicas) {
        const { code, left } = await replica.end();
        equal(code, 0);
        ok(left, 'the lifespan was left');
      }
    });
  } finally {
    await stage.close();
  }
}

async function together(stage, check) {
  const streams = new Streams(stage);
  await check('20 orders in turn change the process with each round, and run each step once', () =>
    ordersInTurn(stage, 'turn', 20),
  );
  await check('40 orders at once finish, whichever process each round meets', () => ordersAtOnce(stage, 'crowd', 40));
  await check('a stream opens at each process', () => streams.open());
  await check('a publish at either process reaches the streams of both', () => streams.reachBoth('first'));
  await check('a changed list at either process reaches the streams of both', () => streams.reachWithLists());
  await check('the broker is killed while a question is open; the order finishes at the other process', async () => {
    stage.pauses.set('held', (message) => (message.startsWith('Order') ? stage.broker.stop() : undefined));
    const path = await order(stage, 'held');
    equal(new Set(path).size, 2);
  });
  await check('both processes log the loss, once', async () => {
    await stage.logged('is away', 1);
    for (const replica of stage.replicas) equal(replica.logged('is away'), 1);
  });
  await check('while the broker is away, a publish reaches the streams of its own process', () =>
    streams.reachOwn('alone'),
  );
  await check('while the broker is away, orders go on', () => ordersInTurn(stage, 'away', 6));
  await check('the broker comes back: both processes say so and announce the lists anew', async () => {
    streams.forget();
    await stage.broker.start();
    await stage.logged('is back', 1);
    await streams.relist();
  });
  await check('delivery resumes, both ways', () => streams.resume('back'));
  await check('after the outage a change comes once', () => streams.reachOnce());
  await check('the streams stayed open all the time', () => streams.stayed());
  await check('orders go on after the outage', () => ordersInTurn(stage, 'after', 6));
  await check('streams that are closed end at both processes', () => streams.close());
}

async function rotate(stage, check) {
  const { old, next, foreign } = keys;
  const [early, late, newer] = ['early', 'late', 'newer'].map((item) => new HandOrder(stage, item));
  await check('an order that began with the old key finishes at a process that has a new one in front', async () => {
    await early.begin('A');
    await late.begin('A');
    await stage.restart('B', [next, old]);
    await early.answer('B');
    await early.finish('B');
  });
  await check('a state sealed with a key that the process does not have gives the frozen error', async () => {
    await newer.begin('B');
    await newer.refused('A');
  });
  await check('once the other process has both keys too, what either key sealed finishes at both', async () => {
    await stage.restart('A', [next, old]);
    await late.answer('B');
    await late.finish('A');
    const again = new HandOrder(stage, 'again');
    await again.begin('B');
    await again.answer('A');
    await again.finish('B');
  });
  await check('a state of a foreign process gives the frozen error at both', async () => {
    const order = await foreignOrder(stage, 'foreign', foreign);
    const { asked } = order;
    for (const by of ['A', 'B']) {
      order.asked = asked;
      await order.refused(by);
    }
    equal((await stage.of('step', 'foreign')).length, 0);
  });
  await check('once the old key is taken away, what it sealed gives the frozen error', async () => {
    await stage.restart('A', [old, next]);
    const order = new HandOrder(stage, 'outlived');
    await order.begin('A');
    await stage.restart('A', [next]);
    await order.refused('A');
  });
  await check('publishes still cross after the restarts', async () => {
    const streams = new Streams(stage);
    await streams.open();
    await streams.resume('back');
    await streams.close();
  });
}
