import type { HttpCall } from '../transports/http/index.js';

/** Answers that a notification or response was taken in. */
export function answerAccepted(call: HttpCall): void {
  call.respond(202, [], undefined);
}
