import { McpError } from '../../errors/index.js';

/*
 * What a handler can do wrong with its questions. The sentences are for its author: they go to the log, while the client learns that
 * the handler failed.
 */

/** The error for a handler that returns although a question has no answer. */
export function returnedWhileAsking(label: string, title: string): McpError {
  return misuse(
    `${capital(label)} returned while a question was still open (${title}). Await every ctx.elicit(), ctx.sample() and ` +
      'ctx.listRoots(), and let the suspension they throw pass through catch blocks and Promise.allSettled: if (isSuspension(error)) throw error.',
  );
}

/** The error for a handler that throws something else than the suspension of its question. */
export function replacedSuspension(label: string, title: string, cause: unknown): McpError {
  return misuse(
    `${capital(label)} replaced the suspension of a question (${title}) by another error; rethrow it, or pass it as cause.`,
    cause,
  );
}

/** The warning about a handler that goes on although it waits for an answer. */
export function overdueWarning(label: string, milliseconds: number): string {
  return `${capital(label)} did not end within ${milliseconds} ms of its question; is ctx.elicit() called inside a detached callback?`;
}

/** The error for a question inside a step. */
export function askedInStep(label: string, name: string): McpError {
  return misuse(
    `ctx.step('${name}') of ${label} asks the user a question: ask before or after the step, not inside it.`,
  );
}

/** The error for a handler that never has enough answers. */
export function endless(label: string, rounds: number): McpError {
  return misuse(
    `${capital(label)} asked for input in ${rounds} rounds without an end. A question whose text changes on every run (a time, a ` +
      'random id) is never answered: compute it in ctx.step().',
  );
}

/** The error for a handler that asks by hand and through its context. */
export function mixed(label: string): McpError {
  return misuse(
    `${capital(label)} returned inputRequired() and also used ctx.elicit(), ctx.step() or their like: use one of the two ways.`,
  );
}

function misuse(sentence: string, cause?: unknown): McpError {
  return new McpError('INVALID_QUESTION', sentence, undefined, cause === undefined ? undefined : { cause });
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
