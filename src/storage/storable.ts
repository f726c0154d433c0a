/**
 * Whether a text can be in the database at all: PostgreSQL has no U+0000, and no engine keeps half a surrogate pair.
 * What cannot be there is not found, rather than an error.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
