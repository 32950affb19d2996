export { analyse, argumentNames, type ResolverGraph } from './graph.js';
export {
  type ElicitQuestion,
  elicit,
  listRoots,
  type Question,
  type RootsQuestion,
  type SampleQuestion,
  sample,
} from './question.js';
export { outcome, resolver } from './resolver.js';
export type { CheckResolvers, Inputs, OneKind, Resolver, ResolverOf, ResolverOptions, Resolvers } from './types.js';
