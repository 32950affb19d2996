import type { ServerResponse } from 'node:http';
import type { ByteSink } from '../../transports/http/index.js';
import { isClosed } from './node-response.js';

/** Writes an open answer to a Node response. */
export class NodeSink implements ByteSink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get closed(): boolean {
    return isClosed(this.#response);
  }

  begin(): void {
    if (!this.closed) this.#response.flushHeaders();
  }

  write(chunk: string | Uint8Array): boolean {
    return this.closed || this.#response.write(chunk);
  }

  push(): void {
    // Node corks a connection until the end of the turn when it is written to; http2 has none that could be touched.
    if (!('stream' in this.#response)) this.#response.socket?.uncork();
  }

  drained(): Promise<void> {
    const response = this.#response;
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = (): void => {
        response.off('drain', settle);
        response.off('close', settle);
        resolve();
      };
      response.on('drain', settle);
      response.on('close', settle);
    });
  }

  end(text: string): void {
    if (!this.closed) this.#response.end(text);
  }

  abort(): void {
    this.#response.destroy();
  }
}
