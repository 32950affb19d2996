import type { Flatten, InputOf, OutputOf } from '../../schema/index.js';
import type { Question } from './question.js';

/** Stands where nobody said what the lifespan is. */
export type UntypedLifespan = 'ctx.lifespan has no type here: write `ctx: Context<App>`, or use `server.resolver(...)`';

declare const types: unique symbol;

/**
 * A function that fills a handler parameter which no client sees. `Value` is what consumers get, `Needs` the arguments that a handler
 * must have, `Lifespan` what the server's lifespan must give.
 */
export interface Resolver<out Value = unknown, out Needs = unknown, out Lifespan = unknown> {
  readonly [types]: { readonly value: Value; readonly needs: Needs; readonly lifespan: Lifespan };
}

/** Resolvers by the name of the parameter that each one fills. */
export type Resolvers = { readonly [name: string]: Resolver };

export type ValueOf<R extends Resolver> = R[typeof types]['value'];
export type NeedsOf<R extends Resolver> = R extends unknown ? R[typeof types]['needs'] : never;
export type LifespanOf<R extends Resolver> = R extends unknown ? R[typeof types]['lifespan'] : never;

/** What consumers get of what a resolver returns: a value as it is, a question's answer. */
export type AnswerOf<V> = Merge<Exclude<V, Question<string, unknown>>, V extends Question<string, infer T> ? T : never>;

/** `A | B`, but one of them when they are the same in all but name: keeps hovers short. */
type Merge<A, B> = [A] extends [B] ? ([B] extends [A] ? B : A | B) : A | B;
type KindOf<V> = V extends Question<infer K, unknown> ? K : never;
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** `V`, or the sentence for a resolver that asks in two ways. */
export type OneKind<V> =
  true extends IsUnion<KindOf<Awaited<V>>>
    ? 'A resolver asks one kind of question: make one resolver for each kind'
    : V;

export type Intersect<U> = [U] extends [never]
  ? unknown
  : (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
    ? I
    : never;
export type Said<L> = [L] extends [UntypedLifespan] ? unknown : L;

/** Arguments that a schema says nothing about may have any name. */
type NamedArgs<Args> = unknown extends Args ? { [name: string]: unknown } : Args;

/** What a handler's function gets first: the validated arguments and what its resolvers found. */
export type Inputs<Args, R extends Resolvers> = string extends keyof R
  ? NamedArgs<Args>
  : Flatten<NamedArgs<Args> & { [K in keyof R]: ValueOf<R[K]> }>;

type MissingArgs<Args, Needs> = {
  [K in keyof Needs as K extends keyof Args ? never : {} extends Pick<Needs, K> ? never : K]: 1;
};
type WrongArgs<Args, Needs> = {
  [K in keyof Needs as K extends keyof Args ? (Args[K] extends Needs[K] ? never : K) : never]: 1;
};
type CheckOne<Name, Args, R extends Resolver, App, Where extends string> = Name extends keyof Args
  ? `'${Name & string}' is a resolver and also an argument in ${Where}: rename one`
  : App extends LifespanOf<R>
    ? Args extends NeedsOf<R>
      ? R
      : [keyof MissingArgs<Args, NeedsOf<R>>] extends [never]
        ? `Resolver '${Name & string}' needs the argument '${keyof WrongArgs<Args, NeedsOf<R>> & string}' in another type than ${Where} gives it`
        : `Resolver '${Name & string}' needs the argument '${keyof MissingArgs<Args, NeedsOf<R>> & string}', which ${Where} lacks`
    : `Resolver '${Name & string}' needs a lifespan that this server does not have`;

/** The resolvers of a handler, each one itself or the sentence that says why it does not fit. */
export type CheckResolvers<Args, R extends Resolvers, App, Where extends string> = {
  [K in keyof R]: string extends keyof Args ? R[K] : CheckOne<K, Args, R[K], App, Where>;
};
type CheckNames<Args, R> = {
  [K in keyof R]: K extends keyof Args
    ? `'${K & string}' is a resolver and also an argument in args: rename one`
    : R[K];
};

/** What can be given for a resolver. */
export interface ResolverOptions<Args, R extends Resolvers> {
  /** The arguments of the handler that the resolver reads, by the handler's names for them. */
  readonly args?: Args | undefined;
  /** The other resolvers that it reads. A getter may name one that is made later. */
  readonly resolve?: CheckNames<OutputOf<Args>, R> | undefined;
  /** What the resolver is called in errors; the name of the parameter that it fills by default. */
  readonly name?: string | undefined;
}

/** The resolver that a function makes. */
export type ResolverOf<Args, R extends Resolvers, L, V> = Resolver<
  AnswerOf<Awaited<V>>,
  Flatten<InputOf<Args> & Intersect<NeedsOf<R[keyof R]>>>,
  Said<L> & Intersect<LifespanOf<R[keyof R]>>
>;
