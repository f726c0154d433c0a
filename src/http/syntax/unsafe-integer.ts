/** The path of an integer beyond 2⁵³ in JSON that has been parsed, so that its digits are lost. */
export function findUnsafeInteger(
  value: unknown,
  at: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? at : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnsafeInteger(inner, [...at, Array.isArray(value) ? Number(name) : name]);
    if (found) return found;
  }
  return undefined;
}
