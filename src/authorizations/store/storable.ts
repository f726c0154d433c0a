/**
 * Whether a text can be in the database at all: PostgreSQL has no U+0000, and no engine keeps half a surrogate pair.
 * Whoever asks for what cannot be there finds nothing, rather than an error; what is to be kept is checked before.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
