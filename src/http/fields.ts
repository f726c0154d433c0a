import { STATUS_CODES } from './node-http.ts';

/** One header field (RFC 9110 §5): its name in the case it is written, and its value. */
export type Field = readonly [name: string, value: string];

/** Header fields in the order they are written, repeats included. */
export type Fields = readonly Field[];

/** Whether the two names are one and the same field (RFC 9110 §5.1: case does not matter). */
export function isSameName(one: string, other: string): boolean {
  return one.length === other.length && (one === other || one.toLowerCase() === other.toLowerCase());
}

/** The fields as pairs, from the flat list in which Node keeps what arrived. */
export function toFields(raw: readonly string[]): Field[] {
  const fields: Field[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    fields.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return fields;
}

/** The registered reason phrase of a status, or `UNKNOWN`. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'UNKNOWN';
}
