import { isUtf8 } from 'node:buffer';
import { HttpError } from '../../../http/message/errors.ts';
import { toPythonFloat } from './json.ts';
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
 * Parses UTF-8 JSON as Python's `json.loads`: keeps integers of any size, keeps `1.0`, accepts `NaN` and `Infinity`,
 * and uses the last of repeated names.
 * @returns undefined for invalid JSON.
 * @throws HttpError 413 for too many values.
 */
export function readPythonJson(bytes: Buffer): PythonValue | undefined {
  if (bytes.length === 0 || !isUtf8(bytes)) return undefined;
  try {
    return new Reader(bytes.toString('utf8')).readDocument();
  } catch (error) {
    if (error instanceof InvalidJson) return undefined;
    throw error;
  }
}

class InvalidJson extends Error {}

const tooManyValues = () => new HttpError(413, `The JSON has more than ${MAX_VALUES} values.`);

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CHARACTERS = /[^"\\\x00-\x1f]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const SPECIAL = /[\\\x00-\x1f]/;
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
      value += this.#match(CHARACTERS)?.[0] ?? '';
      if (this.#consume('"')) return value;
      if (!this.#consume('\\')) throw new InvalidJson();
      value += this.#readEscape();
    }
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
    const match = this.#match(NUMBER);
    if (!match) return undefined;
    const [text, fraction, exponent] = match;
    if (fraction !== undefined || exponent !== undefined) return new NumberText(toPythonFloat(Number(text)));
    if (text.length > MAX_DIGITS + (text.startsWith('-') ? 1 : 0)) throw new InvalidJson();
    return new NumberText(text === '-0' ? '0' : text);
  }

  #readWord(): PythonValue {
    const value = WORDS.get(this.#match(WORD)?.[0] ?? '');
    if (value === undefined) throw new InvalidJson();
    return value;
  }

  #skipSpace(): void {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.#match(SPACE);
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
