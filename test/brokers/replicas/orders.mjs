import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';

/** Places an order, answers what is asked, and checks what came of it. Gives the processes of its three rounds, in order. */
export async function order(stage, item) {
  const { structuredContent, content } = await stage.client.callTool('order', { item });
  ok(structuredContent !== undefined, JSON.stringify(content));
  return checkOrder(stage, item, structuredContent);
}

/** Checks the result of an order and what happened on the way to it. */
export async function checkOrder(stage, item, result) {
  const [rounds, steps] = [await stage.of('round', item), await stage.of('step', item)];
  const path = rounds.map((round) => round.by);
  equal(path.length, 3, `${item} took the rounds ${path.join(' ')}`);
  deepEqual(
    steps.map(({ title, by }) => ({ title, by })),
    [
      { title: 'reserve', by: path[1] },
      { title: 'pack', by: path[2] },
    ],
    `the steps of ${item}`,
  );
  const [, reservedBy, finishedBy] = path;
  const expected = { item, approved: true, street: `${item} street`, reservedBy, packedBy: finishedBy, finishedBy };
  deepEqual(result, expected);
  return path;
}

/** Orders one after the other: each round of each goes to the other process than the one before. */
export async function ordersInTurn(stage, title, count) {
  const starts = new Set();
  for (let number = 0; number < count; number++) {
    const [first, second, third] = await order(stage, `${title}-${number}`);
    notEqual(first, second);
    notEqual(second, third);
    starts.add(first);
  }
  equal(starts.size, 2, 'both processes began orders');
}

/** Orders all at once: their rounds mix, and many end at another process than where they began. */
export async function ordersAtOnce(stage, title, count) {
  const names = Array.from({ length: count }, (_, number) => `${title}-${number}`);
  const paths = await Promise.all(names.map((name) => order(stage, name)));
  const moved = paths.filter((path) => new Set(path).size === 2).length;
  ok(moved >= count / 4, `${moved} of ${count} orders were served by both processes`);
}
