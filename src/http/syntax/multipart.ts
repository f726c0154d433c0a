import { isUtf8 } from 'node:buffer';
import { HttpError } from '../message/errors.ts';
import { type Field, type Fields, findField } from '../message/fields.ts';
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

const BREAK = '(?:\\r\\n|\\n|\\r)';

/**
 * Splits a body into parts.
 * Compat: line breaks have three forms, spaces may follow a boundary, and a line that only starts with the boundary is
 * content, as in Werkzeug.
 * @returns undefined for a malformed body: without a first or last boundary, or with headers that are not UTF-8.
 * @throws HttpError 413 for too many parts.
 */
export function splitMultipart(body: Buffer, boundary: string): readonly Part[] | undefined {
  // One character per byte, so that positions in the text and the body match.
  const text = body.toString('latin1');
  const line = `--${RegExp.escape(boundary)}(--|[ \\t\\v\\f]*${BREAK})`;
  const delimiter = new RegExp(BREAK + line, 'g');
  const blankLine = /\r\n\r\n|\r\r|\n\n/g;
  const parts: Part[] = [];
  let found = new RegExp(line).exec(text);
  while (found && found[1] !== '--') {
    if (parts.length === MAX_PARTS) throw tooManyParts();
    const start = found.index + found[0].length;
    const blank = matchFrom(blankLine, text, start);
    const head = body.subarray(start, blank?.index);
    if (!blank || !isUtf8(head)) return undefined;
    // The second line break starts the content, or the delimiter of an empty part.
    found = matchFrom(delimiter, text, blank.index);
    const content = body.subarray(blank.index + blank[0].length, found?.index);
    parts.push({ fields: toFields(head), content });
  }
  return found ? parts : undefined;
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
function toFields(head: Buffer): Field[] {
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

function tooManyParts(): HttpError {
  return new HttpError(413, `The body has more than ${MAX_PARTS} parts.`);
}
