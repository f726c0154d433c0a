import { CR, isSameWord, LF } from '../bytes.ts';
import { type Fault, framingFault } from './fault.ts';
import { FieldParser } from './field-parser.ts';
import type { Http1Limits } from './limits.ts';
import type { LineParser } from './section-reader.ts';

/** Parses the lines of a trailer section (RFC 9112 §7.1.2). */
export class TrailerParser implements LineParser {
  /** Name, value, alternating, as received; never merged into the head (RFC 9110 §6.5.1). */
  fields: string[] = [];
  isComplete = false;
  fault: Fault | undefined = undefined;
  readonly #limits: Http1Limits;
  readonly #field = new FieldParser();

  constructor(limits: Http1Limits) {
    this.#limits = limits;
  }

  begin(): void {
    this.fields = [];
    this.isComplete = false;
  }

  line(text: string, start: number, base: number): number {
    if (text.charCodeAt(start) === CR && text.charCodeAt(start + 1) === LF) {
      this.isComplete = true;
      return start + 2;
    }
    if (this.fields.length >= 2 * this.#limits.fields)
      return this.#reject(
        this.#tooLarge(`More than ${this.#limits.fields} fields in the trailer section`, base + start),
      );
    const end = this.#field.parse(text, start, base);
    if (end < 0) return this.#reject(this.#field.fault);
    const { name, value, nameOffset } = this.#field;
    if (isSameWord(name, 'content-length') || isSameWord(name, 'transfer-encoding'))
      return this.#reject(framingFault(`${name} in the trailer section`, nameOffset));
    this.fields.push(name, value);
    return end;
  }

  overflow(offset: number): Fault {
    return this.#tooLarge(`Trailer section over ${this.#limits.headSize} bytes`, offset);
  }

  #reject(fault: Fault | undefined): -1 {
    this.fault = fault;
    return -1;
  }

  #tooLarge(what: string, offset: number): Fault {
    return { kind: 'head-size', status: 431, what, offset };
  }
}
