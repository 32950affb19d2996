import { entry } from '../../interop/parley.mjs';
import { RoundRobinProxy } from './proxy.mjs';
import { ReplicaProcess } from './replica-process.mjs';
import { until } from './wait.mjs';

const { Client } = await entry('index');

/** Two processes of one server on a broker, a proxy before them, and a client before that. */
export class Stage {
  broker;
  proxy;
  client;
  /** What happened in the processes. */
  events = [];
  /** The two processes; restarted ones take the place of those before. */
  replicas = [];
  /** What answering a question about an item waits for, by item. */
  pauses = new Map();
  #way;
  #strangers = [];

  constructor(way, broker) {
    this.#way = way;
    this.broker = broker;
  }

  async open(keys) {
    await this.broker.start();
    this.replicas = await Promise.all([this.start('A', keys), this.start('B', keys)]);
    this.proxy = await new RoundRobinProxy(this.replicas).listen();
    this.client = await Client.connect(this.proxy.url, {
      mode: 'modern',
      onElicit: (request) => this.#answer(request),
    });
  }

  /** A process of the server that the proxy does not know. */
  start(name, keys) {
    return ReplicaProcess.start({ name, way: this.#way, brokerPort: this.broker.port, keys, events: this.events });
  }

  /** As `start`; ended with the stage. */
  async startStranger(name, keys) {
    const replica = await this.start(name, keys);
    this.#strangers.push(replica);
    return replica;
  }

  replica(name) {
    return this.replicas.find((replica) => replica.name === name);
  }

  /** Ends a process and puts one with other keys in its place. */
  async restart(name, keys) {
    const ended = await this.replica(name).end();
    if (ended.code !== 0 || !ended.left) throw new Error(`replica ${name} ended with ${JSON.stringify(ended)}`);
    this.replicas[this.replicas.indexOf(this.replica(name))] = await this.start(name, keys);
  }

  /** Calls a tool at one process, through the proxy; gives the structured result. */
  async callAt(name, tool, args) {
    this.proxy.turnTo(name);
    const { structuredContent, content } = await this.client.callTool(tool, args);
    if (structuredContent?.by !== name)
      throw new Error(`${tool} was not served by ${name}: ${JSON.stringify(content)}`);
    return structuredContent;
  }

  /** Everything that happened to an item so far, of one kind, oldest first. */
  async of(type, item) {
    await Promise.all(this.replicas.map((replica) => replica.settled()));
    return this.events.filter((event) => event.type === type && event.item === item).sort((a, b) => a.at - b.at);
  }

  /** Waits until both processes have told their operators this, so many times. */
  async logged(text, times) {
    for (const replica of this.replicas) {
      await until(`replica ${replica.name} says "${text}"`, () => replica.logged(text) >= times);
    }
  }

  async close() {
    await this.client?.close();
    await this.proxy?.close();
    await Promise.all([...this.replicas, ...this.#strangers].map((replica) => replica.kill()));
    await this.broker.stop();
  }

  async #answer({ message }) {
    const [, item] = /^(?:Order|Where does) (.+?)(?:\?| go\?)$/.exec(message);
    await this.pauses.get(item)?.(message);
    return {
      action: 'accept',
      content: message.startsWith('Order') ? { approved: true } : { street: `${item} street` },
    };
  }
}
