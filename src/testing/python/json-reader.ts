import { HttpError } from '#http/errors/errors.ts';
import { formatPythonFloat } from './json.ts';
import { NumberText } from './value.ts';

/** A JSON value in the representation of Python: objects are Maps, and numbers are the text that Python writes. */
export type PythonValue = string | boolean | null | NumberText | PythonValue[] | Map<string, PythonValue>;

/** Compat: the approximate recursion limit of Python. */
const MAX_DEPTH = 1000;
/** Compat: the digit limit of integers in Python. */
const MAX_DIGITS = 4300;
/** Limits the indentation of the response, which can reach a thousand times the size of the request. */
const MAX_INDENTATION = 16 * 1024 * 1024;
/** Limits memory: a value of two bytes needs many times that. */
const MAX_VALUES = 1_000_000;

/**
 * Parses JSON as Python's `json.loads`: keeps integers of any size, keeps `1.0`, accepts `NaN` and `Infinity`,
 * and uses the last of repeated names.
 * @returns undefined for invalid JSON.
 * @throws HttpError 413 for too many values.
 */
export function readPythonJson(text: string): PythonValue | undefined {
  if (text === '') return undefined;
  try {
    return new Reader(text).readDocument();
  } catch (error) {
    if (error instanceof InvalidJson) return undefined;
    throw error;
  }
}

class InvalidJson extends Error {}

const tooManyValues = () => new HttpError(413, `The JSON has more than ${MAX_VALUES} values.`);

// No expression repeats a character without a bound: V8 compiles expressions without optimizations in a process that has many,
// and such a repetition then throws a RangeError on a body of several MiB.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const SPECIAL = /[\\\x00-\x1f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const END_OF_CHARACTERS = /["\\\x00-\x1f]/g;
const UNICODE_ESCAPE = /u([0-9a-fA-F]{4})/y;
/** The longest word has nine characters, so that the end of a longer one is not read. */
const WORD = /-?[A-Za-z]{1,9}/y;

const WORDS: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', new NumberText('NaN')],
  ['Infinity', new NumberText('Infinity')],
  ['-Infinity', new NumberText('-Infinity')],
]);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

class Reader {
  readonly #text: string;
  #at = 0;
  #indentation = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): PythonValue {
    this.#skipSpace();
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new InvalidJson();
    return value;
  }

  #readValue(depth: number): PythonValue {
    if (++this.#values > MAX_VALUES) throw tooManyValues();
    this.#indentation += 2 * depth;
    if (depth > MAX_DEPTH || this.#indentation > MAX_INDENTATION) throw new InvalidJson();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#readObject(depth + 1);
      case '[':
        return this.#readList(depth + 1);
      case '"':
        return this.#readString();
      default:
        return this.#readNumber() ?? this.#readWord();
    }
  }

  #readObject(depth: number): Map<string, PythonValue> {
    const members = new Map<string, PythonValue>();
    this.#at++;
    this.#skipSpace();
    if (this.#consume('}')) return members;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw new InvalidJson();
      const name = this.#readString();
      this.#skipSpace();
      if (!this.#consume(':')) throw new InvalidJson();
      this.#skipSpace();
      members.set(name, this.#readValue(depth));
      this.#skipSpace();
    } while (this.#consume(','));
    if (!this.#consume('}')) throw new InvalidJson();
    return members;
  }

  #readList(depth: number): PythonValue[] {
    const values: PythonValue[] = [];
    this.#at++;
    this.#skipSpace();
    if (this.#consume(']')) return values;
    do {
      this.#skipSpace();
      values.push(this.#readValue(depth));
      this.#skipSpace();
    } while (this.#consume(','));
    if (!this.#consume(']')) throw new InvalidJson();
    return values;
  }

  #readString(): string {
    this.#at++;
    const end = this.#text.indexOf('"', this.#at);
    const content = this.#text.slice(this.#at, Math.max(end, this.#at));
    if (end < 0 || SPECIAL.test(content)) return this.#readEscaped();
    this.#at = end + 1;
    return content;
  }

  /** Reads a string with escapes. */
  #readEscaped(): string {
    let value = '';
    for (;;) {
      value += this.#readCharacters();
      if (this.#consume('"')) return value;
      if (!this.#consume('\\')) throw new InvalidJson();
      value += this.#readEscape();
    }
  }

  /** The characters up to a quotation mark, an escape or an invalid character. */
  #readCharacters(): string {
    const start = this.#at;
    END_OF_CHARACTERS.lastIndex = start;
    this.#at = END_OF_CHARACTERS.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(start, this.#at);
  }

  /** Two escaped halves of a surrogate pair form one character when concatenated. */
  #readEscape(): string {
    const code = this.#match(UNICODE_ESCAPE)?.[1];
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = ESCAPES.get(this.#text[this.#at] ?? '');
    if (character === undefined) throw new InvalidJson();
    this.#at++;
    return character;
  }

  #readNumber(): NumberText | undefined {
    const start = this.#at;
    const digits = this.#text[start] === '-' ? start + 1 : start;
    const integerEnd = this.#text[digits] === '0' ? digits + 1 : this.#endOfDigits(digits);
    if (integerEnd === digits) return undefined;
    this.#at = this.#endOfExponent(this.#endOfFraction(integerEnd));
    const text = this.#text.slice(start, this.#at);
    if (this.#at > integerEnd) return new NumberText(formatPythonFloat(Number(text)));
    if (integerEnd - digits > MAX_DIGITS) throw new InvalidJson();
    return new NumberText(text === '-0' ? '0' : text);
  }

  /** `at` itself without a point and digits. */
  #endOfFraction(at: number): number {
    const digits = at + 1;
    const end = this.#text[at] === '.' ? this.#endOfDigits(digits) : digits;
    return end > digits ? end : at;
  }

  /** `at` itself without an exponent. */
  #endOfExponent(at: number): number {
    const digits = '+-'.includes(this.#text[at + 1] ?? ' ') ? at + 2 : at + 1;
    const end = this.#text[at]?.toLowerCase() === 'e' ? this.#endOfDigits(digits) : digits;
    return end > digits ? end : at;
  }

  #endOfDigits(at: number): number {
    let end = at;
    while (isDigit(this.#text.charCodeAt(end))) end++;
    return end;
  }

  #readWord(): PythonValue {
    const value = WORDS.get(this.#match(WORD)?.[0] ?? '');
    if (value === undefined) throw new InvalidJson();
    return value;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #consume(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}

/** NaN, which is the code after the end, is neither a digit nor a space. */
function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
