/** Directives as segments of a path. */
export function formatSegments(pairs: readonly (readonly [name: string, value: string])[]): string[] {
  return pairs.map((pair) => pair.map(encodePath).join('='));
}

/** What is safe between single quotes of a shell, and has no special meaning in a query or path. */
export function encodePath(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%(?:2C|3A|3B|3D|40)/g, decodeURIComponent)
    .replaceAll("'", '%27');
}
