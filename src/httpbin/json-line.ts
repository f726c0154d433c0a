import { escaped } from './python-json.ts';

/** What stands between the members of an object or list, and between a name and its value. */
export interface Separators {
  readonly comma: string;
  readonly colon: string;
}

/** As Python's `json.dumps` writes on one line. */
export const PYTHON: Separators = { comma: ', ', colon: ': ' };
export const COMPACT: Separators = { comma: ',', colon: ':' };

/** JSON on one line, ASCII only. A Map keeps the order of its members, and names that a plain object would move. */
export function toJsonLine(value: unknown, separators: Separators): string {
  const { comma, colon } = separators;
  if (typeof value === 'string') return `"${escaped(value)}"`;
  if (Array.isArray(value)) return `[${value.map((item) => toJsonLine(item, separators)).join(comma)}]`;
  if (value instanceof Map) {
    const members = Array.from(
      value,
      ([name, item]) => `"${escaped(name)}"${colon}${toJsonLine(item, separators)}`,
    );
    return `{${members.join(comma)}}`;
  }
  return JSON.stringify(value);
}
