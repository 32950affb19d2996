/** Something that has a name, and perhaps one for people. */
export interface Named {
  readonly name: string;
  readonly title?: string | undefined;
  readonly annotations?: { readonly title?: string | undefined; readonly [key: string]: unknown } | undefined;
}

/**
 * The name to show people: `title`, else the `title` of a tool's annotations, else `name`. An empty title counts as none.
 * For tools, resources, resource templates, prompts and `serverInfo` alike.
 */
export function displayName(named: object & Named): string {
  return named.title || named.annotations?.title || named.name;
}
