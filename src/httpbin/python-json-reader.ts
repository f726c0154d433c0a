import { isUtf8 } from 'node:buffer';
import { HttpError } from '../http/errors.ts';
import { toPythonFloat } from './python-number.ts';
import { NumberText } from './python-value.ts';

/** JSON as Python holds it: objects in Maps, numbers as the text that Python writes for them. */
export type PythonValue = string | boolean | null | NumberText | PythonValue[] | Map<string, PythonValue>;

/** Compat: about where Python gives up for fear of its stack. */
const MAXIMUM_DEPTH = 1000;
/** Compat: Python reads no whole number that has more digits. */
const MAXIMUM_DIGITS = 4300;
/** Deep lists of many values would be indented to a thousand times what came; that much is not taken for JSON. */
const MAXIMUM_INDENTATION = 16 * 1024 * 1024;
/** Each value costs many times the two bytes that it can be written in. */
const MAX_VALUES = 1_000_000;

/**
 * Reads JSON in UTF-8 as Python's `json.loads` does: whole numbers of any size are kept, `1.0` stays `1.0`, `NaN` and
 * `Infinity` are numbers, the last of members with one name counts.
 * @returns undefined when it is not JSON.
 * @throws HttpError 413 when it holds more values than are read.
 */
export function readPythonJson(bytes: Buffer): PythonValue | undefined {
  if (bytes.length === 0 || !isUtf8(bytes)) return undefined;
  try {
    return new Reader(bytes.toString('utf8')).readWhole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

const tooManyValues = () =>
  new HttpError(413, `The JSON holds more than ${MAX_VALUES} values, the most that this server echoes.`);

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string ends at them.
const CHARACTERS = /[^"\\\x00-\x1f]*/y;
const UNICODE_ESCAPE = /u([0-9a-fA-F]{4})/y;
const WORD = /-?[A-Za-z]+/y;

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

  readWhole(): PythonValue {
    this.#skipSpace();
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #readValue(depth: number): PythonValue {
    if (++this.#values > MAX_VALUES) throw tooManyValues();
    this.#indentation += 2 * depth;
    if (depth > MAXIMUM_DEPTH || this.#indentation > MAXIMUM_INDENTATION) throw new NotJson();
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
    if (this.#take('}')) return members;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw new NotJson();
      const name = this.#readString();
      this.#skipSpace();
      if (!this.#take(':')) throw new NotJson();
      this.#skipSpace();
      members.set(name, this.#readValue(depth));
      this.#skipSpace();
    } while (this.#take(','));
    if (!this.#take('}')) throw new NotJson();
    return members;
  }

  #readList(depth: number): PythonValue[] {
    const values: PythonValue[] = [];
    this.#at++;
    this.#skipSpace();
    if (this.#take(']')) return values;
    do {
      this.#skipSpace();
      values.push(this.#readValue(depth));
      this.#skipSpace();
    } while (this.#take(','));
    if (!this.#take(']')) throw new NotJson();
    return values;
  }

  #readString(): string {
    let value = '';
    this.#at++;
    for (;;) {
      value += this.#match(CHARACTERS)?.[0] ?? '';
      if (this.#take('"')) return value;
      if (!this.#take('\\')) throw new NotJson();
      value += this.#readEscape();
    }
  }

  /** Halves of a surrogate pair that come as two escapes become one character by standing side by side. */
  #readEscape(): string {
    const code = this.#match(UNICODE_ESCAPE)?.[1];
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = ESCAPES.get(this.#text[this.#at] ?? '');
    if (character === undefined) throw new NotJson();
    this.#at++;
    return character;
  }

  #readNumber(): NumberText | undefined {
    const match = this.#match(NUMBER);
    if (!match) return undefined;
    const [text, fraction, exponent] = match;
    if (fraction !== undefined || exponent !== undefined) return new NumberText(toPythonFloat(Number(text)));
    if (text.length > MAXIMUM_DIGITS + (text.startsWith('-') ? 1 : 0)) throw new NotJson();
    return new NumberText(text === '-0' ? '0' : text);
  }

  #readWord(): PythonValue {
    const value = WORDS.get(this.#match(WORD)?.[0] ?? '');
    if (value === undefined) throw new NotJson();
    return value;
  }

  #skipSpace(): void {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.#match(SPACE);
  }

  #take(character: string): boolean {
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
