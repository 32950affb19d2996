/** The members of these names that were given, in this order. */
export function given<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Partial<Pick<T, Name>> {
  const found: Partial<Pick<T, Name>> = {};
  for (const name of names) if (from[name] !== undefined) found[name] = from[name];
  return found;
}
