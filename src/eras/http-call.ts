import type { AuthInfo, Origin } from '../exchange/index.js';
import type { HttpCall } from '../transports/http/index.js';

/** What an HTTP call tells of where a message comes from. */
export function originOf(call: HttpCall, auth: AuthInfo | undefined): Origin {
  return { headers: call.head.headers, auth, request: call.request };
}

/** Answers that a notification or response was taken in. */
export function answerAccepted(call: HttpCall): void {
  call.respond(202, [], undefined);
}
