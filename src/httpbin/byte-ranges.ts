import { strip } from '../http/text.ts';

/** A part of a whole, both ends included (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What a `Range` value asks for of so many bytes: undefined when it asks for nothing that is known, so that the whole is
 * to be sent; an empty list when nothing of it is there.
 * Compat: a single range that ends behind the last byte is not there, where RFC 9110 §14.1.2 would shorten it.
 * Several ranges, which the reference server does not know, are read as the RFC says, and together at most `limit` bytes.
 */
export function readByteRanges(
  value: string | undefined,
  length: number,
  limit = length,
): readonly ByteRange[] | undefined {
  const set = /^\s*bytes\s*=(.*)$/s.exec(value ?? '')?.[1];
  if (set === undefined) return undefined;
  if (!set.includes(',')) return readOne(set, length);
  return readSeveral(set, length, limit);
}

export function lengthOf({ first, last }: ByteRange): number {
  return last + 1 - first;
}

/** RFC 9110 §14.2 warns of sets of many small ranges. */
const MOST_RANGES = 100;

function readOne(text: string, length: number): readonly ByteRange[] | undefined {
  const range = toRange(text, length);
  if (!range) return undefined;
  return range.first <= range.last && range.last < length ? [range] : [];
}

function readSeveral(set: string, length: number, limit: number): readonly ByteRange[] | undefined {
  // Empty elements of a list count for nothing (RFC 9110 §5.6.1.2).
  const texts = set.split(',').filter((text) => text.trim() !== '');
  if (texts.length === 0 || texts.length > MOST_RANGES) return undefined;
  const ranges: ByteRange[] = [];
  let total = 0;
  for (const text of texts) {
    const range = toRange(text, length);
    if (!range || isBackward(text)) return undefined;
    if (range.first >= length) continue;
    const shortened = { first: range.first, last: Math.min(range.last, length - 1) };
    total += lengthOf(shortened);
    ranges.push(shortened);
  }
  return total <= limit ? ranges : undefined;
}

/** As it is written, its open end filled in. */
function toRange(text: string, length: number): ByteRange | undefined {
  const [first, last] = ends(text);
  if (first !== '') return { first: Number(first), last: last === '' ? length - 1 : Number(last) };
  return last === '' ? undefined : { first: Math.max(0, length - Number(last)), last: length - 1 };
}

/** The digits on both sides of the hyphen; two empty texts when it is no range. */
function ends(text: string): readonly [first: string, last: string] {
  const hyphen = text.indexOf('-');
  const first = strip(text.slice(0, hyphen), ' \t');
  const last = strip(text.slice(hyphen + 1), ' \t');
  const isRange = hyphen >= 0 && /^\d*$/.test(first) && /^\d*$/.test(last);
  return isRange ? [first, last] : ['', ''];
}

/** The last before the first makes the whole field invalid, other than a first behind the end. */
function isBackward(text: string): boolean {
  const [first, last] = ends(text);
  return first !== '' && last !== '' && Number(last) < Number(first);
}
