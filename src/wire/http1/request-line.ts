import { AUTHORITY, CR, LETTER, LF, SP, TARGET, TOKEN } from '../bytes.ts';
import { describeInvalid, type Fault, nameOf, syntaxFault } from './fault.ts';
import type { Http1Limits } from './limits.ts';

const DIGIT_0 = 0x30;
const DOT = 0x2e;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const QUESTION_MARK = 0x3f;
const AT_SIGN = 0x40;

/** Parses the line with method, target and version (RFC 9112 §3), which starts the message: an index is an offset. */
export class RequestLineParser {
  /** As far as they are known. */
  method = '';
  target = '';
  /** The minor version of HTTP/1. */
  minor = 0;
  fault: Fault | undefined = undefined;
  readonly #limits: Http1Limits;

  constructor(limits: Http1Limits) {
    this.#limits = limits;
  }

  begin(): void {
    this.method = '';
    this.target = '';
  }

  /** @param text starts with the line. @returns the index behind the line; -1 for a fault */
  parse(text: string): number {
    let at = 0;
    while (TOKEN[text.charCodeAt(at)] === 1) at++;
    const { methodSize } = this.#limits;
    if (at > methodSize)
      return this.#reject({
        kind: 'syntax',
        status: 501,
        what: `Method over ${methodSize} bytes`,
        offset: methodSize,
      });
    if (at === 0 || text.charCodeAt(at) !== SP) return this.#rejectByte(text, at, 'the method');
    this.method = text.slice(0, at);
    if (this.method === 'CONNECT')
      return this.#reject({ kind: 'syntax', status: 501, what: 'Method CONNECT', offset: 0 });
    const targetStart = ++at;
    while (TARGET[text.charCodeAt(at)] === 1) at++;
    const separator = text.charCodeAt(at);
    const isSimple = separator === CR && text.charCodeAt(at + 1) === LF;
    if (at === targetStart || (separator !== SP && !isSimple))
      return this.#rejectByte(text, at, 'the target');
    const fault = targetFault(text, targetStart, at);
    if (fault !== undefined) return this.#reject(fault);
    this.target = text.slice(targetStart, at);
    // RFC 9110 §15.6.6, for the simple request of HTTP/0.9.
    if (isSimple) return this.#reject({ kind: 'version', status: 505, what: 'No version', offset: at });
    return this.#parseVersion(text, at + 1);
  }

  /** RFC 9112 §2.3: `HTTP/`, a digit, a dot and a digit. A higher minor version is served as 1.1 (RFC 9110 §2.5). */
  #parseVersion(text: string, start: number): number {
    let at = start;
    for (const expected of 'HTTP/') {
      if (text.charAt(at) !== expected) return this.#rejectByte(text, at, 'the version');
      at++;
    }
    const major = text.charCodeAt(at) - DIGIT_0;
    if (!(major >= 0 && major <= 9)) return this.#rejectByte(text, at, 'the version');
    if (text.charCodeAt(at + 1) !== DOT) return this.#rejectByte(text, at + 1, 'the version');
    const minor = text.charCodeAt(at + 2) - DIGIT_0;
    if (!(minor >= 0 && minor <= 9)) return this.#rejectByte(text, at + 2, 'the version');
    if (text.charCodeAt(at + 3) !== CR || text.charCodeAt(at + 4) !== LF)
      return this.#rejectByte(text, at + 3, 'the version');
    if (major !== 1)
      return this.#reject({
        kind: 'version',
        status: 505,
        what: `Version ${major}.${minor}`,
        offset: start,
      });
    this.minor = minor;
    return at + 5;
  }

  #rejectByte(text: string, at: number, where: string): -1 {
    return this.#reject(
      syntaxFault(describeInvalid(text.charCodeAt(at), where, text.charCodeAt(at + 1)), at),
    );
  }

  #reject(fault: Fault): -1 {
    this.fault = fault;
    return -1;
  }
}

/**
 * RFC 9112 §3.2: origin form, asterisk form or absolute form. The authority form is for CONNECT only.
 * @returns what is wrong with the target from `start` to before `end`
 */
function targetFault(text: string, start: number, end: number): Fault | undefined {
  if (text.charCodeAt(start) === SLASH) return undefined;
  if (end - start === 1 && text.charCodeAt(start) === ASTERISK) return undefined;
  let at = start;
  while (LETTER[text.charCodeAt(at)] === 1) at++;
  if (at === start || !text.startsWith('://', at))
    return syntaxFault('Target without a slash or a scheme', start);
  at += 3;
  let hasUserInformation = false;
  while (at < end && text.charCodeAt(at) !== SLASH && text.charCodeAt(at) !== QUESTION_MARK) {
    const byte = text.charCodeAt(at);
    const isSeparator = byte === AT_SIGN && !hasUserInformation;
    if (AUTHORITY[byte] !== 1 && !isSeparator)
      return syntaxFault(`${nameOf(byte)} in the authority of the target`, at);
    if (isSeparator) hasUserInformation = true;
    at++;
  }
  return undefined;
}
