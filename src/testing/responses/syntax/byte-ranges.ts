import { strip } from '#http/syntax/text.ts';

/** A byte range with inclusive ends (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header for content of the given length. Returns undefined when the header does not apply, and an
 * empty list when no range is satisfiable.
 * Compat: a single range that ends after the last byte is not satisfiable, although RFC 9110 §14.1.2 would shorten it.
 * Several ranges, which httpbin does not support, follow the RFC, with at most `limit` bytes in total.
 */
export function readByteRanges(
  value: string | undefined,
  length: number,
  limit = length,
): readonly ByteRange[] | undefined {
  const set = rangeSetOf(value);
  if (set === undefined) return undefined;
  return set.includes(',') ? readSeveral(set, length, limit) : readOne(set, length);
}

/** Reads ranges as RFC 9110 §14.2 defines them: a single range that ends after the last byte is shortened, too. */
export function readStandardRanges(
  value: string | undefined,
  length: number,
): readonly ByteRange[] | undefined {
  const set = rangeSetOf(value);
  return set === undefined ? undefined : readSeveral(set, length, length);
}

function rangeSetOf(value = ''): string | undefined {
  return /^\s*bytes\s*=(.*)$/s.exec(value)?.[1];
}

export function lengthOf({ first, last }: ByteRange): number {
  return last + 1 - first;
}

/** RFC 9110 §14.2 warns of many small ranges. */
const MAX_RANGES = 100;

function readOne(text: string, length: number): readonly ByteRange[] | undefined {
  const range = parseRange(text, length);
  if (!range) return undefined;
  return range.first <= range.last && range.last < length ? [range] : [];
}

function readSeveral(set: string, length: number, limit: number): readonly ByteRange[] | undefined {
  // Empty list elements are ignored (RFC 9110 §5.6.1.2).
  const texts = set.split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0 || texts.length > MAX_RANGES) return undefined;
  const ranges: ByteRange[] = [];
  let total = 0;
  for (const text of texts) {
    const range = parseRange(text, length);
    if (!range || isBackward(text)) return undefined;
    if (range.first >= length) continue;
    const shortened = { first: range.first, last: Math.min(range.last, length - 1) };
    total += lengthOf(shortened);
    ranges.push(shortened);
  }
  return total <= limit ? ranges : undefined;
}

/** The range with its open end filled in. */
function parseRange(text: string, length: number): ByteRange | undefined {
  const [first, last] = ends(text);
  if (first !== '') return { first: Number(first), last: last === '' ? length - 1 : Number(last) };
  return last === '' ? undefined : { first: Math.max(0, length - Number(last)), last: length - 1 };
}

/** The digits on both sides of the hyphen, or two empty strings for an invalid range. */
function ends(text: string): readonly [first: string, last: string] {
  const hyphen = text.indexOf('-');
  const first = strip(text.slice(0, hyphen), ' \t');
  const last = strip(text.slice(hyphen + 1), ' \t');
  const isRange = hyphen >= 0 && /^\d*$/.test(first) && /^\d*$/.test(last);
  return isRange ? [first, last] : ['', ''];
}

/** A range whose end precedes its start invalidates the total header, unlike one that starts after the last byte. */
function isBackward(text: string): boolean {
  const [first, last] = ends(text);
  return first !== '' && last !== '' && Number(last) < Number(first);
}

/** The parts of `multipart/byteranges` (RFC 9110 §14.6), around the bytes of their ranges. */
export interface RangeParts {
  /** The media type of the content. */
  readonly type: string;
  head(range: ByteRange): Buffer;
  readonly end: string;
  /** The length of the content with all ranges. */
  lengthOf(ranges: readonly ByteRange[]): number;
}

/**
 * @param boundary a text that the content does not contain.
 * @param total length of the whole content.
 * @param type media type of the parts; undefined for none.
 */
export function buildRangeParts(boundary: string, total: number, type: string | undefined): RangeParts {
  const head = (range: ByteRange) => {
    const typed = type === undefined ? [] : [`Content-Type: ${type}`];
    const lines = [`--${boundary}`, ...typed, `Content-Range: ${contentRange(range, total)}`];
    return Buffer.from(`\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  };
  const end = `\r\n--${boundary}--\r\n`;
  return {
    type: `multipart/byteranges; boundary=${boundary}`,
    head,
    end,
    lengthOf: (ranges) =>
      ranges.reduce((sum, range) => sum + head(range).length + lengthOf(range), end.length),
  };
}

export function contentRange({ first, last }: ByteRange, total: number): string {
  return `bytes ${first}-${last}/${total}`;
}
