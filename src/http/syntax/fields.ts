import { formatHttpDate } from './http-date.ts';

/** One header field (RFC 9110 §5): its name, in any case, and its value. */
export type Field = readonly [name: string, value: string];

/** Header fields in order, with repetitions. */
export type Fields = readonly Field[];

/** Compares field names without regard to case (RFC 9110 §5.1). */
export function isSameName(one: string, other: string): boolean {
  return one.length === other.length && (one === other || one.toLowerCase() === other.toLowerCase());
}

export function hasField(
  fields: readonly (readonly [name: string, value: unknown])[],
  name: string,
): boolean {
  return fields.some(([other]) => isSameName(other, name));
}

/** The value of the first field with the name. */
export function findField(fields: Fields, name: string): string | undefined {
  return fields.find(([other]) => isSameName(other, name))?.[1];
}

/** The values of all fields with the name. */
export function fieldValues(fields: Fields, name: string): string[] {
  return fields.filter(([other]) => isSameName(other, name)).map(([, value]) => value);
}

export function withoutField(fields: Fields, name: string): Field[] {
  return fields.filter(([other]) => !isSameName(other, name));
}

/**
 * Adds `Date` (RFC 9110 §6.6.1) to the fields of a response, unless they have it. The wire adds it to those of exchanges.
 * @param runtime the runtime of the server; browser scripts import this module without its types.
 */
export function withDate(fields: Fields, runtime: { machineNow(): number }): Fields {
  return hasField(fields, 'Date') ? fields : [...fields, ['Date', formatHttpDate(runtime.machineNow())]];
}

/** All values of a field in a flat list of names and values, joined with `, ` (RFC 9110 §5.2), or undefined. */
export function joinedValue(raw: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const found = raw[index] ?? '';
    if (found.length !== name.length || !isSameName(found, name)) continue;
    const value = raw[index + 1] ?? '';
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Converts a flat list of names and values, as the wire has it, to pairs. */
export function toFields(raw: readonly string[]): Field[] {
  const fields: Field[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    fields.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return fields;
}
