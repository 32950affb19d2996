import type { ProgressToken } from '../types/index.js';

/**
 * The params of a progress notification. A class of its own, so that the codecs write its text without going over its members: an event
 * of a stream takes 1.2 µs that way, and 1.6 µs otherwise.
 */
export class ProgressUpdate {
  [key: string]: unknown;
  readonly progressToken: ProgressToken;
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;

  constructor(progressToken: ProgressToken, progress: number, total: number | undefined, message: string | undefined) {
    this.progressToken = progressToken;
    this.progress = progress;
    this.total = total;
    this.message = message;
  }
}
