import { deepEqual, equal, ok } from 'node:assert/strict';
import { until } from './wait.mjs';

const topics = ['first', 'alone', 'back', 'once', 'end'];
const uriOf = (topic, by) => `stock://${topic}/${by}`;

/** An open stream of changes, and all that came on it. */
class Stream {
  by;
  heard = [];
  #subscription;

  constructor(by, subscription) {
    this.by = by;
    this.#subscription = subscription;
    this.#read();
  }

  count(uri) {
    return this.heard.filter((change) => change.uri === uri).length;
  }

  has(uri) {
    return until(`the stream at ${this.by} tells of ${uri}`, () => this.count(uri) > 0);
  }

  hasList() {
    return until(`the stream at ${this.by} tells of the list`, () =>
      this.heard.some((change) => change.type === 'toolsListChanged'),
    );
  }

  close() {
    return this.#subscription.close();
  }

  async #read() {
    for await (const change of this.#subscription) this.heard.push(change);
  }
}

/** One stream at each process, opened through the proxy. */
export class Streams {
  #stage;
  #streams = [];

  constructor(stage) {
    this.#stage = stage;
  }

  async open() {
    const { proxy, client } = this.#stage;
    const resourceSubscriptions = topics.flatMap((topic) => [uriOf(topic, 'A'), uriOf(topic, 'B')]);
    for (let number = 1; number <= 2; number++) {
      const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions });
      const { by } = proxy.of('subscriptions/listen').at(-1);
      this.#streams.push(new Stream(by, subscription));
    }
    deepEqual(this.#streams.map((stream) => stream.by).sort(), ['A', 'B']);
  }

  /** What each process publishes reaches the streams of both. */
  async reachBoth(topic) {
    for (const by of ['A', 'B']) {
      await this.#stage.callAt(by, 'publish', { uri: uriOf(topic, by) });
      for (const stream of this.#streams) await stream.has(uriOf(topic, by));
    }
  }

  /** What a process publishes reaches its own stream. */
  async reachOwn(topic) {
    for (const stream of this.#streams) {
      await this.#stage.callAt(stream.by, 'publish', { uri: uriOf(topic, stream.by) });
      await stream.has(uriOf(topic, stream.by));
    }
  }

  /** A change of the list of tools at each process reaches the stream of the other. */
  async reachWithLists() {
    for (const by of ['A', 'B']) {
      for (const stream of this.#streams) stream.heard.length = 0;
      await this.#stage.callAt(by, 'rename', {});
      for (const stream of this.#streams) await stream.hasList();
    }
  }

  /** Both streams are told that lists may have changed. */
  async relist() {
    for (const stream of this.#streams) await stream.hasList();
  }

  forget() {
    for (const stream of this.#streams) stream.heard.length = 0;
  }

  /** Publishes at each process until the other's stream hears of it. */
  async resume(topic) {
    for (const stream of this.#streams) {
      const other = stream.by === 'A' ? 'B' : 'A';
      await until(`a publish at ${other} reaches the stream at ${stream.by}`, async () => {
        await this.#stage.callAt(other, 'publish', { uri: uriOf(topic, other) });
        return stream.count(uriOf(topic, other)) > 0;
      });
    }
  }

  /** One change comes once to each stream, also after an outage. */
  async reachOnce() {
    for (const by of ['A', 'B']) {
      await this.#stage.callAt(by, 'publish', { uri: uriOf('once', by) });
      await this.#stage.callAt(by, 'publish', { uri: uriOf('end', by) });
      for (const stream of this.#streams) {
        await stream.has(uriOf('end', by));
        equal(stream.count(uriOf('once', by)), 1);
      }
    }
  }

  /** The streams are those that were opened first. */
  stayed() {
    const requests = this.#stage.proxy.of('subscriptions/listen');
    equal(requests.length, 2, 'no stream was opened again');
    ok(requests.every((request) => request.open));
    for (const stream of this.#streams) ok(stream.heard.every((change) => change.type !== 'refetch'));
  }

  /** The streams end; the client opens none anew. */
  async close() {
    for (const stream of this.#streams) await stream.close();
    const listens = () => this.#stage.proxy.of('subscriptions/listen');
    await until('the streams end', () => listens().every((request) => !request.open));
  }
}
