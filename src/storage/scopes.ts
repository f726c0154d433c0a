/** Scopes are kept as JSON text, in order. */
export function toScopes(text: string): string[] {
  return JSON.parse(text);
}

export function toScopesText(scopes: readonly string[]): string {
  return JSON.stringify(scopes);
}

/** All scopes of all lists, each where it first appears. */
export function union(lists: Iterable<readonly string[]>): string[] {
  return [...new Set([...lists].flat())];
}
