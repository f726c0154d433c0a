import { toPythonNumber } from './python-number.ts';
import { compareCodePoints, isSorted, NumberText, SortedMembers } from './python-value.ts';

/**
 * JSON text as Python's `json.dumps(value, indent=2, sort_keys=True)` writes it, and a line break.
 * Objects may be plain ones, Maps or SortedMembers; a member that is undefined is left out.
 */
export function toPythonJson(value: unknown): string {
  return `${write(value, '\n')}\n`;
}

/** `line` is the line break with the indentation of the value's own line. */
function write(value: unknown, line: string): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return toPythonNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeObject(value, line);
    default:
      return 'null';
  }
}

function writeObject(value: object, line: string): string {
  if (value instanceof SortedMembers) return writeMembers(value, line);
  if (Array.isArray(value)) return writeList(value, line);
  if (value instanceof NumberText) return value.text;
  if (value instanceof Map) return writeMembers(SortedMembers.of(value), line);
  return writePlain(value, line);
}

function writeMembers({ names, values }: SortedMembers, line: string): string {
  if (names.length === 0) return '{}';
  const inner = `${line}  `;
  const next = `,${inner}"`;
  let before = `{${inner}"`;
  let text = '';
  for (let index = 0; index < names.length; index++) {
    const value = values[index];
    const start = `${before}${escaped(names[index] ?? '')}`;
    text +=
      typeof value === 'string' ? `${start}": "${escaped(value)}"` : `${start}": ${write(value, inner)}`;
    before = next;
  }
  return `${text}${line}}`;
}

function writePlain(value: object, line: string): string {
  const names: string[] = [];
  for (const name of Object.keys(value)) if (Reflect.get(value, name) !== undefined) names.push(name);
  if (!isSorted(names)) names.sort(compareCodePoints);
  const values: unknown[] = [];
  for (const name of names) values.push(Reflect.get(value, name));
  return writeMembers(new SortedMembers(names, values), line);
}

function writeList(values: readonly unknown[], line: string): string {
  const inner = `${line}  `;
  let text = '';
  for (const value of values) text += `${text === '' ? '[' : ','}${inner}${write(value, inner)}`;
  return text === '' ? '[]' : `${text}${line}]`;
}

/** What JSON.stringify leaves as it is, and Python escapes. */
const NOT_ASCII = /[\x7f-\uffff]/g;

function quote(text: string): string {
  return `"${escaped(text)}"`;
}

/** Text as it stands between the quotation marks of a JSON string, in ASCII. */
export function escaped(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text).slice(1, -1).replace(NOT_ASCII, escapeUnit);
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return false;
  }
  return true;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
