import { McpError } from '../errors/index.js';
import type { AnySchema } from '../schema/index.js';
import { traits, traitsOf } from '../types/index.js';
import type { RequestContext } from './context.js';
import type { ServerCore } from './core.js';
import { type AnyHandler, customHandler, ownMethods, protocolHandler, shortResults } from './handlers.js';

/** Registers a handler as the overloads of `handle` allow: with options or without. */
export function register(target: ServerCore, method: string, second: unknown, third: unknown): void {
  const handler = third ?? second;
  if (typeof handler !== 'function') {
    throw new McpError(
      'INVALID_OPTION',
      `handle('${method}', …) takes a function as its last argument; received ${typeof handler}`,
    );
  }
  const params = third === undefined ? undefined : (second as { params?: AnySchema } | undefined)?.params; // by the overloads
  registerHandler(target, method, params, handler as AnyHandler<RequestContext>); // likewise
}

/** Registers a handler for a method. Throws `INVALID_OPTION` for a method that belongs to the client. */
export function registerHandler(
  target: ServerCore,
  method: string,
  params: AnySchema | undefined,
  handler: AnyHandler<RequestContext>,
): void {
  const refusal = clientMethods.get(method);
  if (refusal !== undefined) throw new McpError('INVALID_OPTION', `A server does not handle "${method}": ${refusal}`);
  const known = traitsOf(method);
  if (known === undefined) {
    target.handle(customHandler(method, params, handler));
    target.needs(ownMethods);
  } else {
    target.handle(protocolHandler(known, handler));
    target.needs(shortResults);
  }
}

const clientMethods: ReadonlyMap<string, string> = new Map([
  [
    traits.initialize.name,
    'the SDK answers it. Use a middleware to see it, and `instructions` or `capabilities` to change the answer.',
  ],
  [
    traits.createMessage.name,
    'it is the client that answers it, with `onSample`. Ask for it with ctx.sample() or sample().',
  ],
  [traits.elicit.name, 'it is the client that answers it, with `onElicit`. Ask for it with ctx.elicit() or elicit().'],
  [
    traits.listRoots.name,
    'it is the client that answers it, with `onListRoots`. Ask for it with ctx.listRoots() or listRoots().',
  ],
]);
