import type { Frame, FrameWriter } from '../../exchange/index.js';
import type { HttpReplyWriter } from '../../transports/http/index.js';
import type { HttpSession } from './session.js';

/**
 * Answers one HTTP call of a session. In this era a client that goes away has not cancelled its request, so the writer
 * counts as closed only when the session is.
 */
export class SessionWriter implements FrameWriter {
  readonly #session: HttpSession;
  readonly #writer: HttpReplyWriter;
  #entered = true;
  #forget: (() => void) | undefined;

  constructor(session: HttpSession, writer: HttpReplyWriter) {
    this.#session = session;
    this.#writer = writer;
    session.enter();
  }

  get closed(): boolean {
    return this.#session.closed;
  }

  takesTime(): void {
    this.#writer.takesTime();
  }

  send(text: string): void | Promise<void> {
    return this.#writer.send(text);
  }

  finish(frame: Frame): void {
    this.#writer.finish(frame);
    this.release();
  }

  refuse(text: string, code: number): void {
    this.#writer.refuse(text, code);
    this.release();
  }

  abandon(): void {
    this.#writer.abandon();
    this.release();
  }

  onClose(listener: () => void): void {
    this.#forget = this.#session.onClose(() => {
      listener();
      this.abandon();
    });
  }

  /** Lets the session be idle again. Idempotent. */
  release(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#forget?.();
    this.#session.leave();
  }
}

/** Answers one HTTP call where there is no session: nobody hears of a client that goes away. */
export class DetachedWriter implements FrameWriter {
  readonly closed = false;
  readonly #writer: HttpReplyWriter;

  constructor(writer: HttpReplyWriter) {
    this.#writer = writer;
  }

  send(text: string): void | Promise<void> {
    return this.#writer.send(text);
  }

  finish(frame: Frame): void {
    this.#writer.finish(frame);
  }

  refuse(text: string, code: number): void {
    this.#writer.refuse(text, code);
  }

  abandon(): void {
    this.#writer.abandon();
  }

  onClose(): void {}
}

/** Errors of this era travel with status 200: clients read 404 as the end of their session. */
export const alwaysOk: ReadonlyMap<number, number> = new Map();
