import { CR, HTAB, LF, SP } from '../bytes.ts';
import type { WireErrorKind } from '../error.ts';

/** What a parser found wrong, and where in the message. The decoder makes a `WireError` of it. */
export interface Fault {
  readonly kind: WireErrorKind;
  readonly status: number;
  /** The start of the sentence, without the offset. */
  readonly what: string;
  /** Bytes from the start of the message. */
  readonly offset: number;
}

export function syntaxFault(what: string, offset: number): Fault {
  return { kind: 'syntax', status: 400, what, offset };
}

export function framingFault(what: string, offset: number): Fault {
  return { kind: 'framing', status: 400, what, offset };
}

/**
 * Describes a byte that the grammar does not permit.
 * @param where such as `the method`
 * @param next the byte behind it: CR LF ends a line, and CR alone is never permitted (RFC 9112 §2.2)
 */
export function describeInvalid(byte: number, where: string, next?: number): string {
  if (byte === LF) return 'LF without CR';
  if (byte === CR) return next === LF ? `End of line in ${where}` : 'CR without LF';
  return `${nameOf(byte)} in ${where}`;
}

/** The name of a byte other than LF in a sentence: `NUL`, `"x"`, `0x16`. */
export function nameOf(byte: number): string {
  switch (byte) {
    case 0:
      return 'NUL';
    case HTAB:
      return 'Tab';
    case CR:
      return 'CR';
    case SP:
      return 'Space';
    default:
      return byte > SP && byte < 0x7f
        ? `"${String.fromCharCode(byte)}"`
        : `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
}
