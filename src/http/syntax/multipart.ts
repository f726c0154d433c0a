import { isUtf8 } from 'node:buffer';
import { ContentLimitError } from './content-limit-error.ts';
import { type Field, type Fields, findField } from './fields.ts';
import { parseParameterised } from './parameterised.ts';

/** One part of a multipart body (RFC 2046 §5.1). */
export interface Part {
  /** The headers of the part, with continued lines joined. */
  readonly fields: Fields;
  readonly content: Buffer;
}

/** The name of a form part (RFC 7578 §4.2). */
export interface Disposition {
  readonly name: string | undefined;
  readonly filename: string | undefined;
}

/** Compat: the limit of Werkzeug. */
const MAX_PARTS = 1000;

/** What follows a boundary: that of the last boundary, or the rest of the line. */
const END_OF_BOUNDARY = /--|[ \t\v\f]*(?:\r\n|\n|\r)/y;
const BLANK_LINE = /\r\n\r\n|\r\r|\n\n/g;

/** A boundary in the text of a body, with the line break before it. */
interface Delimiter {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/**
 * Splits a body into parts.
 * Compat: line breaks have three forms, spaces may follow a boundary, and a line that only starts with the boundary is
 * content, as in Werkzeug.
 * @returns undefined for a malformed body: without a first or last boundary, or with headers that are not UTF-8.
 * @throws ContentLimitError for too many parts.
 */
export function splitMultipart(body: Buffer, boundary: string): readonly Part[] | undefined {
  // One character per byte, so that positions in the text and the body match.
  const text = body.toString('latin1');
  const marker = `--${boundary}`;
  const parts: Part[] = [];
  let found = findDelimiter(text, marker, 0, (at) => at);
  while (found && !found.isLast) {
    if (parts.length === MAX_PARTS) throw new ContentLimitError(`The body has more than ${MAX_PARTS} parts.`);
    const blank = matchFrom(BLANK_LINE, text, found.end);
    const head = body.subarray(found.end, blank?.index);
    if (!blank || !isUtf8(head)) return undefined;
    // The second line break starts the content, or the delimiter of an empty part.
    found = findDelimiter(text, marker, blank.index, (at) => lineBreakBefore(text, at));
    const content = body.subarray(blank.index + blank[0].length, found?.start);
    parts.push({ fields: parseFields(head), content });
  }
  return found ? parts : undefined;
}

/**
 * The next delimiter. Not by an expression with the boundary: most requests have a boundary of their own, and V8 would
 * compile an expression for each, which takes longer than the rest of the request.
 * @param startOf where the delimiter starts whose boundary is at an index; undefined if there is no delimiter.
 */
function findDelimiter(
  text: string,
  marker: string,
  from: number,
  startOf: (at: number) => number | undefined,
): Delimiter | undefined {
  for (let at = text.indexOf(marker, from); at >= 0; at = text.indexOf(marker, at + 1)) {
    const start = startOf(at);
    const end = start === undefined ? null : matchFrom(END_OF_BOUNDARY, text, at + marker.length);
    if (start !== undefined && end) return { start, end: end.index + end[0].length, isLast: end[0] === '--' };
  }
  return undefined;
}

/** The index of the line break that ends at an index. */
function lineBreakBefore(text: string, end: number): number | undefined {
  if (text[end - 1] === '\n') return text[end - 2] === '\r' ? end - 2 : end - 1;
  return text[end - 1] === '\r' ? end - 1 : undefined;
}

/** Undefined for a part without `Content-Disposition`. */
export function dispositionOf(part: Part): Disposition | undefined {
  const value = partField(part, 'Content-Disposition');
  if (value === undefined) return undefined;
  const { parameters } = parseParameterised(value);
  return { name: parameters.get('name'), filename: parameters.get('filename') };
}

export function partField({ fields }: Part, name: string): string | undefined {
  return findField(fields, name);
}

function matchFrom(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

/** A line that starts with a space continues the previous line (RFC 822 §3.1.1). */
function parseFields(head: Buffer): Field[] {
  const lines = head
    .toString('utf8')
    .replace(/(?:\r\n|\n|\r)[ \t]/g, ' ')
    .split(/\r\n|\n|\r/);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 0) return [line.trim(), ''];
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
}
