/** What a handler came to: a value, or an error. */
export type HandlerOutcome = { readonly value: unknown } | { readonly error: unknown };
