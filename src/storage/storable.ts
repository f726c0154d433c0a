/**
 * Whether a text can be in the database at all: PostgreSQL has no U+0000, and no engine keeps half a surrogate pair.
 * What cannot be there is not found, rather than an error.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The nearest text that can be in the database, for what is kept to be read by people alone. */
export function toStorable(text: string): string;
export function toStorable(text: string | null): string | null;
export function toStorable(text: string | null): string | null {
  return text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null;
}

export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
