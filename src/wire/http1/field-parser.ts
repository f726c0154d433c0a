import { CR, FIELD_VALUE, HTAB, isWhiteSpace, LF, TOKEN } from '../bytes.ts';
import { describeInvalid, type Fault, syntaxFault } from './fault.ts';

const COLON = 0x3a;

/** Parses one line of a field (RFC 9112 §5), in heads and trailer sections. */
export class FieldParser {
  name = '';
  /** Without outer white space. */
  value = '';
  /** Whether the white space behind the value has a tab. */
  hasTabBehind = false;
  /** Where name and value start, in bytes from the start of the message. */
  nameOffset = 0;
  valueOffset = 0;
  fault: Fault | undefined = undefined;

  /**
   * @param text one unit per byte; ends with LF or with a byte that no field has
   * @param start where the line starts in `text`
   * @param base the offset of `text` in the message
   * @returns the index behind the line; -1 for a fault
   */
  parse(text: string, start: number, base: number): number {
    let at = start;
    while (TOKEN[text.charCodeAt(at)] === 1) at++;
    const separator = text.charCodeAt(at);
    if (at === start || separator !== COLON) return this.#rejectName(text, start, at, base);
    this.name = text.slice(start, at);
    this.nameOffset = base + start;
    at++;
    while (isWhiteSpace(text.charCodeAt(at))) at++;
    const valueStart = at;
    while (FIELD_VALUE[text.charCodeAt(at)] === 1) at++;
    if (text.charCodeAt(at) !== CR || text.charCodeAt(at + 1) !== LF) {
      return this.#reject(describeInvalid(text.charCodeAt(at), 'a field value'), base + at);
    }
    let end = at;
    this.hasTabBehind = false;
    while (end > valueStart && isWhiteSpace(text.charCodeAt(end - 1))) {
      if (text.charCodeAt(end - 1) === HTAB) this.hasTabBehind = true;
      end--;
    }
    this.valueOffset = base + valueStart;
    this.value = text.slice(valueStart, end);
    return at + 2;
  }

  /** White space before the first field, or a folded line, or white space before the colon: two readings of one line. */
  #rejectName(text: string, start: number, at: number, base: number): number {
    const byte = text.charCodeAt(at);
    if (at === start && isWhiteSpace(byte))
      return this.#reject('White space at the start of a field line', base + at);
    if (at === start && byte === COLON) return this.#reject('Empty field name', base + at);
    return this.#reject(describeInvalid(byte, 'a field name', text.charCodeAt(at + 1)), base + at);
  }

  #reject(what: string, offset: number): -1 {
    this.fault = syntaxFault(what, offset);
    return -1;
  }
}
