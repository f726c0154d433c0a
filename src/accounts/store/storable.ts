/**
 * Whether a database can store the text: PostgreSQL has no U+0000, and no engine stores an unpaired surrogate. A query for
 * a text that cannot be stored finds nothing and is not an error.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The text with what cannot be stored replaced. For text that only people read. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Whether a row can have the id. */
export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
