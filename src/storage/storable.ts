/** The nearest text that can be in the database, for what is kept to be read by people alone. */
export function toStorable(text: string): string;
export function toStorable(text: string | null): string | null;
export function toStorable(text: string | null): string | null {
  return text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null;
}

export function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
