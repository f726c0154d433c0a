import { hasMember, isSameWord, parseDecimal } from '../../bytes.ts';
import { formatFields, formatStatusLine } from '../../http1/writer.ts';
import type { RequestHead } from '../../request-head.ts';
import { permitsContent, type WireFields } from '../../response.ts';
import type { HttpDate } from '../connection/http-date.ts';

// How the client finds the end of the content (RFC 9112 §6.3).
/** There is none, whatever the fields say. */
export const NO_CONTENT = 0;
/** It has `length` bytes. */
export const BY_LENGTH = 1;
export const CHUNKED = 2;
/** It ends with the connection. */
export const UNTIL_CLOSE = 3;

/** The heads of the responses on one connection: the fields as given, those that are added, and the framing that follows. */
export class ResponseHead {
  framing = NO_CONTENT;
  /** Bytes of the content by `Content-Length`; -1 without a usable number. */
  length = -1;
  /** No further response can follow on the connection. */
  isLast = false;
  readonly #date: HttpDate;
  readonly #keepAlive: string;
  #hasDate = false;
  #hasKeepAlive = false;
  #hasConnection = false;
  #hasLength = false;
  #hasCoding = false;
  #isChunked = false;
  #isPersistent = false;

  /** @param keepAlive milliseconds, which `Keep-Alive` announces; 0: the field is not sent */
  constructor(date: HttpDate, keepAlive: number) {
    this.#date = date;
    this.#keepAlive = keepAlive > 0 ? `Keep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n` : '';
  }

  /**
   * The head of a final response. `framing`, `length` and `isLast` are those of this response until the next call.
   * @param canPersist whether the client and the server let another request follow
   * @throws InvalidHead
   */
  compose(
    status: number,
    reason: string,
    fields: WireFields,
    { method, version }: RequestHead,
    canPersist: boolean,
  ): string {
    const line = formatStatusLine(status, reason);
    const lines = formatFields(fields);
    this.#isPersistent = canPersist;
    this.#read(fields);
    // Clients without special handling take the last chunk of such a response for the next one.
    if (this.#isChunked && (status === 204 || status === 304)) this.#isPersistent = false;
    const isOld = version === '1.0';
    const date = this.#hasDate ? '' : `Date: ${this.#date.now()}\r\n`;
    const connection = this.#connection(isOld);
    const coding = this.#frame(method !== 'HEAD' && permitsContent(status), isOld);
    if (!this.#isPersistent) this.isLast = true;
    return `${line}${lines}${date}${connection}${coding}\r\n`;
  }

  /** Finds the fields that decide the framing, and those that are not added again. */
  #read(fields: WireFields): void {
    this.length = -1;
    this.isLast = false;
    this.#hasDate = false;
    this.#hasKeepAlive = false;
    this.#hasConnection = false;
    this.#hasLength = false;
    this.#hasCoding = false;
    this.#isChunked = false;
    for (const [name, value] of fields) {
      switch (name.length) {
        case 4:
          if (isSameWord(name, 'date')) this.#hasDate = true;
          break;
        case 10:
          if (isSameWord(name, 'connection')) this.#readConnection(value);
          else if (isSameWord(name, 'keep-alive')) this.#hasKeepAlive = true;
          break;
        case 14:
          if (isSameWord(name, 'content-length')) this.#readLength(value);
          break;
        case 17:
          if (isSameWord(name, 'transfer-encoding')) this.#readCoding(value);
      }
    }
  }

  #readConnection(value: string): void {
    this.#hasConnection = true;
    if (hasMember(value, 'close')) this.isLast = true;
  }

  /** Different lengths are none: no client can tell which one is meant. */
  #readLength(value: string): void {
    const length = parseDecimal(value);
    this.length = this.#hasLength && this.length !== length ? -1 : length;
    this.#hasLength = true;
  }

  #readCoding(value: string): void {
    this.#hasCoding = true;
    if (hasMember(value, 'chunked')) this.#isChunked = true;
  }

  /** RFC 9112 §9.3: HTTP/1.0 connections persist only if both sides say so, and the end of the content is known. */
  #connection(isOld: boolean): string {
    if (this.#hasConnection) return '';
    if (!this.#isPersistent || (isOld && !this.#hasLength)) {
      this.isLast = true;
      return 'Connection: close\r\n';
    }
    return this.#hasKeepAlive ? 'Connection: keep-alive\r\n' : `Connection: keep-alive\r\n${this.#keepAlive}`;
  }

  /** Decides the framing. @returns the field that is added for it */
  #frame(hasContent: boolean, isOld: boolean): string {
    if (!hasContent) {
      this.framing = NO_CONTENT;
      return '';
    }
    if (this.#isChunked) this.framing = CHUNKED;
    else if (this.#hasLength && !this.#hasCoding && this.length >= 0) this.framing = BY_LENGTH;
    else if (this.#hasLength || this.#hasCoding || isOld) {
      this.framing = UNTIL_CLOSE;
      this.isLast = true;
    } else {
      this.framing = CHUNKED;
      return 'Transfer-Encoding: chunked\r\n';
    }
    return '';
  }
}
