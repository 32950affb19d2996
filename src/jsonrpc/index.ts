export { classify, isRequestId, type MessageKind } from './classify.js';
export { type Deadline, Deadlines, deadlines } from './deadlines.js';
export { invalidReason, readableId } from './invalid-message.js';
export { messageText, unsendable } from './message-text.js';
export { PendingCalls } from './pending-calls.js';
export { requestsAreIsolated, unreference } from './runtime.js';
