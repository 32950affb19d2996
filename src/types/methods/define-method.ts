import type { Guard, MethodDefinition, Sender } from '../method.js';

/** A request's definition, which knows its sender as a type and always has a result guard. */
export interface RequestDefinition<
  Name extends string = string,
  From extends Sender = Sender,
  Params = unknown,
  Result = unknown,
> extends MethodDefinition<Name, Params, Result> {
  readonly kind: 'request';
  readonly sender: From;
  readonly result: Guard<Result>;
}

/** A notification's definition, which knows its sender as a type. */
export interface NotificationDefinition<Name extends string = string, From extends Sender = Sender, Params = unknown>
  extends MethodDefinition<Name, Params, undefined> {
  readonly kind: 'notification';
  readonly sender: From;
}

/** Defines a method; all types come from the values. */
export function defineMethod<const Name extends string, const From extends Sender, Params, Result>(
  definition: RequestDefinition<Name, From, Params, Result>,
): RequestDefinition<Name, From, Params, Result>;
export function defineMethod<const Name extends string, const From extends Sender, Params>(
  definition: NotificationDefinition<Name, From, Params>,
): NotificationDefinition<Name, From, Params>;
export function defineMethod(definition: MethodDefinition): MethodDefinition {
  return definition;
}
