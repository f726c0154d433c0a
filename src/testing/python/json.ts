import { isSorted, NumberText, SortedMembers } from './value.ts';

/**
 * JSON in the format of Python's `json.dumps(value, indent=2, sort_keys=True)` with a final line break. Objects are
 * plain objects, Maps or SortedMembers; undefined members are omitted.
 */
export function formatPythonJson(value: unknown): string {
  return `${write(value, '\n')}\n`;
}

/** `line` is the line break with the indentation of the value. */
function write(value: unknown, line: string): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return formatPythonNumber(value);
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
  let names = Object.keys(value);
  let values: unknown[] = Object.values(value);
  if (values.includes(undefined)) {
    names = names.filter((_, index) => values[index] !== undefined);
    values = values.filter((member) => member !== undefined);
  }
  // Most objects are created with their members in this order.
  if (isSorted(names)) return writeMembers(new SortedMembers(names, values), line);
  return writeMembers(SortedMembers.of(new Map(names.map((name, index) => [name, values[index]]))), line);
}

function writeList(values: readonly unknown[], line: string): string {
  const inner = `${line}  `;
  let text = '';
  for (const value of values) text += `${text === '' ? '[' : ','}${inner}${write(value, inner)}`;
  return text === '' ? '[]' : `${text}${line}]`;
}

/** Characters that JSON or Python escapes. */
const ESCAPED = /[^ !#-[\]-~]/;
/** Those that `JSON.stringify` does not escape. */
const NOT_ASCII = /[\x7f-\uffff]/g;

function quote(text: string): string {
  return `"${escaped(text)}"`;
}

/** The content of a JSON string in ASCII, without quotation marks. */
export function escaped(text: string): string {
  if (!ESCAPED.test(text)) return text;
  const content = JSON.stringify(text).slice(1, -1);
  return isAsciiText(content) ? content : content.replace(NOT_ASCII, escapeUnit);
}

/** Without DEL, which Python escapes. An expression would take longer: it reads one character at a time. */
function isAsciiText(text: string): boolean {
  return Buffer.byteLength(text) === text.length && !text.includes('\x7f');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A floating-point number in the format of Python: `1.0`, `1e+16`, `1e-05`, `NaN`, `-Infinity`. */
export function formatPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  // Both languages write the shortest digits that identify the number, but use exponents in different ranges.
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) return sign + withExponent(digits, exponent);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const integer = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${integer}.${digits.slice(exponent + 1) || '0'}`;
}

/** A number in the format of Python, with integers as `int`. */
function formatPythonNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value);
  return Number.isInteger(value) ? BigInt(value).toString() : formatPythonFloat(value);
}

function withExponent(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
}
