/** A cursor names the last member of the page before, so that it stays right when others come and go. */
export function encodeCursor(key: string): string {
  return btoa(encodeURIComponent(key));
}

/** What a cursor names; `undefined` for text that is no cursor. */
export function decodeCursor(cursor: string): string | undefined {
  try {
    return decodeURIComponent(atob(cursor));
  } catch {
    return undefined;
  }
}
