import { Agent, createServer, request as send } from 'node:http';

/** Headers that belong to one connection, not to the message. */
const ownHeaders = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * A proxy that gives each request to the next process, whoever sends it, and passes bodies on as they come. `requests` has what came:
 * method, process, and whether its answer is still open.
 */
export class RoundRobinProxy {
  requests = [];
  url;
  #targets;
  #turn = 0;
  #agent = new Agent({ keepAlive: true });
  #server = createServer((request, response) => this.#pass(request, response));

  /** @param targets what has a name and a port, in turn; members may be replaced */
  constructor(targets) {
    this.#targets = targets;
  }

  async listen() {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${this.#server.address().port}/mcp`;
    return this;
  }

  /** Makes it this process's turn; the next request is the other's again. */
  turnTo(name) {
    this.#turn = this.#targets.findIndex((target) => target.name === name);
  }

  /** The requests of a method, oldest first. */
  of(method) {
    return this.requests.filter((request) => request.method === method);
  }

  async close() {
    this.#agent.destroy();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #pass(request, response) {
    const target = this.#targets[this.#turn % this.#targets.length];
    this.#turn += 1;
    const entry = { method: request.headers['mcp-method'], by: target.name, open: true };
    this.requests.push(entry);
    const { method, url: path, headers } = request;
    const onward = send({ host: '127.0.0.1', port: target.port, method, path, headers, agent: this.#agent });
    onward.on('response', (answer) => {
      const answerHeaders = Object.entries(answer.headers).filter(([header]) => !ownHeaders.includes(header));
      response.writeHead(answer.statusCode, Object.fromEntries(answerHeaders));
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on('close', () => {
      entry.open = false;
      if (!response.writableFinished) onward.destroy(); // the client went away
    });
    response.on('error', () => {});
    request.pipe(onward);
  }
}
